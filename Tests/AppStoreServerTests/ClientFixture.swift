import AppStoreServer
import ConsumptionRules
import TestSupport

extension AppStoreClient {
    /// A client for `com.example.first` and `com.example.second`, whose production requests go to `url`.
    static func make(
        _ url: String,
        configure: (inout AppStoreConfiguration) -> Void = { _ in }
    ) async throws -> AppStoreClient {
        var configuration = AppStoreConfiguration(userAgent: "consumption-worker/test")
        configuration.productionURL = url
        configure(&configuration)
        let key = try SigningKey(pem: await makePrivateKey())
        let apps = ["com.example.first", "com.example.second"].map {
            AppCredentials(bundleID: $0, issuerID: "issuer", keyID: "2X9R4HXF34", key: key)
        }
        return try AppStoreClient(configuration, apps: apps)
    }

    /// Submits requests and waits for as many answers, in the order in which they come.
    func answers(to requests: [AppStoreRequest]) async -> [AppStoreAnswer] {
        submit(requests)
        return await nextAnswers(requests.count)
    }

    /// Waits for `count` answers.
    func nextAnswers(_ count: Int) async -> [AppStoreAnswer] {
        var received: [AppStoreAnswer] = []
        if count == 0 { return received }
        for await batch in answers {
            received += batch
            if received.count >= count { break }
        }
        return received
    }

    /// Sends one request to production and waits for its answer.
    func result(app: Int = 0) async -> SubmissionResult? {
        await answers(to: [.numbered(0, app: app)]).first?.result
    }
}

extension AppStoreRequest {
    static let path = "/inApps/v2/transactions/consumption/2000000123"

    /// A request whose ticket is `ticket`.
    static func numbered(
        _ ticket: Int,
        app: Int = 0,
        environment: AppStoreEnvironment = .production
    ) -> AppStoreRequest {
        guard let path = ConsumptionPath(path) else { preconditionFailure("the path of the tests is none") }
        let body = Array(#"{"customerConsented":true,"number":\#(ticket)}"#.utf8)
        return AppStoreRequest(ticket: UInt64(ticket), app: app, environment: environment, path: path, body: body)
    }
}
