/// A refusal as Apple words it: a status, and a body with a number and a message.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/error-codes>
struct AppleError: Error {
    let status: UInt16
    /// None where Apple answers without a body.
    let code: Int?
    let message: String
    /// How long the caller is to wait, where Apple says so.
    private(set) var retryAfter: Duration?

    init(_ status: UInt16, _ code: Int?, _ message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    static func invalid(_ code: Int, _ name: String) -> AppleError {
        AppleError(400, code, name)
    }

    /// For what Apple has a name, but no number that is known: the general number, with the name in the message.
    static func general(_ message: String) -> AppleError {
        AppleError(400, 4_000_000, message)
    }

    static func rateLimitExceeded(retryAfter: Duration) -> AppleError {
        var error = AppleError(429, 4_290_000, "RateLimitExceededError")
        error.retryAfter = retryAfter
        return error
    }

    /// A body that is not a JSON object has no answer but the status.
    static let unreadable = AppleError(400, nil, "the body is not a JSON object")
    static let unauthorized = AppleError(401, nil, "the token is not believed")
    static let nothingHere = AppleError(404, nil, "no such method and path")
    static let wrongContentType = AppleError(415, nil, "Content-Type is not application/json")
    static let transactionIDNotFound = AppleError(404, 4_040_010, "TransactionIdNotFoundError")
    static let invalidTransactionID = invalid(4_000_006, "InvalidTransactionIdError")
}
