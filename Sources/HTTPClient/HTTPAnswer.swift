/// What a server answered.
package struct HTTPAnswer: Sendable {
    /// The status of the final response, at least 200.
    package let status: Int
    /// Over which HTTP it came.
    package let version: HTTPVersion
    /// The beginning of the body, at most 64 KiB.
    package let body: [UInt8]
    /// False when the connection broke, or time was up, before the end.
    package let isComplete: Bool
    private let fields: ReceivedFields

    init(status: Int, version: HTTPVersion, fields: ReceivedFields, body: [UInt8], isComplete: Bool) {
        (self.status, self.version) = (status, version)
        (self.fields, self.body, self.isComplete) = (fields, body, isComplete)
    }

    /// The first header field of that name, in lower case, without the white space around it; of a status below 300
    /// none is kept.
    package func field(_ name: String) -> String? { fields.first(name) }
}

/// The versions of HTTP that are spoken, each by the name that people know.
package enum HTTPVersion: String, Sendable {
    case http1 = "HTTP/1.1"
    case http2 = "HTTP/2"
}

/// Header fields as they came, up to a limit.
struct ReceivedFields: Sendable {
    private var list: [(name: [UInt8], value: [UInt8])] = []
    private var byteCount = 0

    /// No server that means well comes near it.
    private static let byteLimit = 64 * 1024

    /// Takes one in.
    ///
    /// - Parameter isKept: Else it is only counted.
    /// - Returns: Whether all that came so far is within the limit.
    mutating func append(name: some Collection<UInt8>, value: some Collection<UInt8>, isKept: Bool) -> Bool {
        byteCount += name.count + value.count + 32
        guard byteCount <= Self.byteLimit else { return false }
        if isKept { list.append((name.map(lowercased), Array(value))) }
        return true
    }

    func first(_ name: String) -> String? {
        list.first { $0.name.elementsEqual(name.utf8) }.map { String(decoding: $0.value, as: UTF8.self) }
    }
}
