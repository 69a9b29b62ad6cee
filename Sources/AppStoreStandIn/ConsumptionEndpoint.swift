/// One of the two addresses that take consumption information.
struct ConsumptionEndpoint: Hashable {
    /// Which body the address takes.
    enum Version: String, CaseIterable {
        case v1, v2
    }

    let version: Version
    /// The last part of the path, whatever it is.
    let transactionID: String

    /// None when Apple has nothing at this path, or not for this method.
    init?(method: String, path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard method == "PUT", parts.count == 6, parts[0].isEmpty, parts[1] == "inApps",
            let version = Version(rawValue: String(parts[2])),
            parts[3] == "transactions", parts[4] == "consumption", !parts[5].isEmpty
        else { return nil }
        self.version = version
        transactionID = String(parts[5])
    }
}
