import AppStoreServer
import ConsumptionRules

/// What looks wrong with a key's ids and its file's name, of a token that is not believed: hints, and no proof.
struct KeyHints {
    private let hints: [String]

    init(_ app: AppCredentials, keyFile: String) {
        let name = keyFile.split(separator: "/").last.map(String.init) ?? keyFile
        hints = [Self.kind(name), Self.keyID(name, app.keyID), Self.issuerID(app.issuerID)].compactMap { $0 }
    }

    /// Empty, or in brackets, to follow what they are hints about.
    var text: String { hints.isEmpty ? "" : " (\(hints.joined(separator: "; ")))" }

    /// App Store Connect names the files of other keys so.
    private static func kind(_ name: String) -> String? {
        guard name.hasPrefix("AuthKey_") else { return nil }
        return "\(name) is named like a key of another kind, not an In-App Purchase key"
    }

    private static func keyID(_ name: String, _ keyID: String) -> String? {
        let prefix = ["SubscriptionKey_", "AuthKey_"].first(where: name.hasPrefix)
        guard let prefix, name.hasSuffix(".p8") else { return nil }
        let named = name.dropFirst(prefix.count).dropLast(3)
        return named == keyID ? nil : "\(name) is named for the key \(named), and keyId is another"
    }

    private static func issuerID(_ text: String) -> String? {
        // Both have the form of a UUID.
        NotificationUUID(text) == nil ? "issuerId is no UUID" : nil
    }
}
