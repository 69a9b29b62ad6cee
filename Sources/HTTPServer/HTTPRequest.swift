/// A request that has arrived completely, as a handler sees it.
package struct HTTPRequest: Sendable {
    /// `GET`, `PUT` and so on; a HEAD arrives as `GET`, and its answer goes out without the body.
    package let method: String
    /// The target before the `?`, percent signs and all, exactly as the client wrote it.
    package let path: String
    /// The target after the first `?`, as written; empty when there is none.
    package let query: String
    /// The header fields in the order of arrival.
    package let headers: [HTTPField]
    /// The body, at most as long as the server's limit; empty when there is none.
    package let body: [UInt8]
    /// The client has shown a certificate that the server's authority for clients has signed.
    package var isCertified = false
}
