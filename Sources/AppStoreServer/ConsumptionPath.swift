/// The path of one transaction's consumption endpoint; no other path of Apple's API can be said.
///
/// [Send Consumption Information](https://developer.apple.com/documentation/appstoreserverapi/send-consumption-information)
package struct ConsumptionPath: Sendable, Hashable {
    /// The path as it goes into the request, for example `/inApps/v2/transactions/consumption/1000000123`.
    package let text: String

    /// Takes a path if it is one of the two endpoints followed by 1 to 64 digits.
    package init?(_ text: String) {
        guard let endpoint = Self.endpoints.first(where: text.hasPrefix) else { return nil }
        let transactionID = text.utf8Span.span.extracting(droppingFirst: endpoint.utf8.count)
        let areDigits = transactionID.indices.allSatisfy { Self.digits.contains(transactionID[$0]) }
        guard (1...64).contains(transactionID.count), areDigits else { return nil }
        self.text = text
    }

    /// The path of a transaction that there is not: none has the id 0.
    package static let ofNoTransaction = ConsumptionPath(known: endpoints[0] + "0")

    private init(known text: String) { self.text = text }

    private static let endpoints = ["/inApps/v2/transactions/consumption/", "/inApps/v1/transactions/consumption/"]
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
}
