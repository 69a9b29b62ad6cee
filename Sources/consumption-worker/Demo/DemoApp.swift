import AppStoreStandIn

/// An app with a key of its own, as a developer has one.
struct DemoApp {
    let bundleID: String
    private let key: StandInKey
    private let keyID: String
    private static let issuerID = "57246542-96fe-1a63-e053-0824d011072a"

    init(_ bundleID: String, number: Int) throws {
        self.bundleID = bundleID
        key = try StandInKey()
        keyID = "DEMOKEY00\(number)"
    }

    /// What the App Store knows of it.
    var account: DeveloperAccount { key.account(issuerID: Self.issuerID, keyID: keyID, bundleIDs: [bundleID]) }

    /// Writes its key into the folder.
    ///
    /// - Returns: Its entry in a configuration.
    func configuration(keyIn folder: PrivateFolder) throws -> String {
        let file = try folder.write(key.privatePEM, to: "SubscriptionKey_\(keyID).p8")
        return """
            { bundleId: \(bundleID), issuerId: \(Self.issuerID), keyId: \(keyID), privateKeyFile: \(quoted(file)) }
            """
    }
}
