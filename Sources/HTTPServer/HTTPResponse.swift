/// What a handler answers to one request.
package struct HTTPResponse: Sendable {
    /// The status code, 200…599.
    package let status: UInt16
    /// The header fields to send; `Content-Length` and `Date` are added by the server.
    package let headers: [HTTPField]
    /// The body, sent as it is.
    package let body: [UInt8]

    /// Makes a response, by default one without fields of its own and without a body.
    package init(status: UInt16, headers: [HTTPField] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
