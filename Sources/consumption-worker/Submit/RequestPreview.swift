import AppStoreServer
import ConsumptionRules

/// What would be sent, for a person: everything but the token, and the customer's account token.
struct RequestPreview {
    private let request: AppStoreRequest
    private let configuration: AppStoreConfiguration
    private let bundleID: String

    init(_ event: SingleEvent, _ configuration: AppStoreConfiguration) {
        (request, bundleID) = (event.request, event.report.bundleID)
        self.configuration = configuration
    }

    var text: String {
        let fields =
            [("authorization", "Bearer (a new token of \(bundleID), not shown)")] + AppStoreRequest.contentFields
            + [("user-agent", configuration.userAgent)]
        return ([line] + fields.map { "\($0): \($1)" } + ["", body]).joined(separator: "\n")
    }

    /// Method and URL.
    var line: String {
        let base = request.environment == .production ? configuration.productionURL : configuration.sandboxURL
        return "PUT \(base)\(request.path.text)"
    }

    /// As it goes out; the account token is the customer's and is not shown.
    private var body: String {
        // The rules wrote it, so it is JSON.
        guard let tree = try? JSONTree(reading: request.body) else { return "" }
        let hidden = JSONTree.object(of: [("appAccountToken", .writing { $0.value("(not shown)") })])
        let isHiding = tree["appAccountToken"]?.string.map { !$0.isEmpty } ?? false
        return String(decoding: (isHiding ? tree.merging(hidden) : tree).bytes(.compact), as: UTF8.self)
    }
}
