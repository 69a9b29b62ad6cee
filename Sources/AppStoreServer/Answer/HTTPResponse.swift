/// What of an HTTP response matters here.
package struct HTTPResponse: Sendable, Equatable {
    /// The status of the final response.
    package var status: Int
    /// Which HTTP it came over, such as `HTTP/2`; nil when that is not known.
    package var httpVersion: String?
    /// The `Retry-After` header as it came.
    package var retryAfter: String?
    /// The `Date` header as it came.
    package var date: String?
    /// The body, or its beginning.
    package var body: [UInt8]
    /// False when the connection broke, or time was up, before the end of the body.
    package var isComplete: Bool

    /// Puts a response together.
    package init(
        status: Int,
        httpVersion: String? = nil,
        retryAfter: String? = nil,
        date: String? = nil,
        body: [UInt8] = [],
        isComplete: Bool = true
    ) {
        self.status = status
        self.httpVersion = httpVersion
        self.retryAfter = retryAfter
        self.date = date
        self.body = body
        self.isComplete = isComplete
    }
}
