/// What is sent: everything but the server.
package struct HTTPRequest: Sendable {
    /// Such as `PUT`.
    package var method: String
    /// Begins with a slash.
    package var path: String
    /// The header fields but those that say where it goes and how long the body is.
    package var fields: HTTPFields
    /// Sent as it is.
    package var body: [UInt8]

    /// Puts a request together.
    package init(method: String, path: String, fields: HTTPFields, body: [UInt8]) {
        (self.method, self.path, self.fields, self.body) = (method, path, fields, body)
    }
}

/// Header fields that many requests share, written once.
package final class HTTPFields: Sendable {
    /// Name after value after name, as HTTP/2 wants them.
    let packed: [UInt8]
    /// Of the names and values in `packed`.
    let lengths: [(name: Int, value: Int)]
    /// As HTTP/1.1 writes them.
    let lines: [UInt8]

    /// - Parameter list: Names in lower case; no value holds a line break.
    package init(_ list: [(name: String, value: String)]) {
        precondition(list.allSatisfy { !$0.value.utf8.contains { $0 == 13 || $0 == 10 || $0 == 0 } }, "a broken field")
        packed = list.flatMap { Array($0.name.utf8) + Array($0.value.utf8) }
        lengths = list.map { ($0.name.utf8.count, $0.value.utf8.count) }
        lines = list.flatMap { "\($0.name): \($0.value)\r\n".utf8 }
    }
}
