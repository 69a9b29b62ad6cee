import CNghttp2

/// The heads of requests as nghttp2 takes them: what many requests share is written once and used again.
final class RequestHead {
    private let authority: String
    /// What the fields below were written for.
    private var shared: (method: String, fields: HTTPFields)?
    /// Their names and values, one after the other; the fields point into it.
    private let bytes = ByteBuffer()
    private var fields: [nghttp2_nv] = []
    /// The values of the path and the length, which are another one's each time.
    private let own = ByteBuffer()

    /// - Parameter authority: For the field `:authority`.
    init(authority: String) {
        self.authority = authority
    }

    /// The head of a request, valid until the next call.
    func fields(of request: HTTPRequest) -> [nghttp2_nv] {
        if shared?.fields !== request.fields || shared?.method != request.method {
            write(request.method, request.fields)
        }
        own.removeAll()
        own.append(request.path)
        let pathCount = own.count
        own.append(String(request.body.count))
        guard let path = pointer(to: own) else { return fields }
        fields[Self.pathIndex].value = path
        fields[Self.pathIndex].valuelen = pathCount
        fields[fields.count - 1].value = path + pathCount
        fields[fields.count - 1].valuelen = own.count - pathCount
        return fields
    }

    /// `:path` follows the other pseudo-fields, of which all come first; `content-length` is the last of all.
    private static let pathIndex = 3

    private func write(_ method: String, _ rest: HTTPFields) {
        shared = (method, rest)
        bytes.removeAll()
        var lengths = [
            append(":method", method), append(":scheme", "https"), append(":authority", authority), append(":path", ""),
        ]
        bytes.append(rest.packed)
        lengths += rest.lengths
        lengths.append(append("content-length", ""))
        point(lengths)
    }

    private func append(_ name: String, _ value: String) -> (name: Int, value: Int) {
        bytes.append(name)
        bytes.append(value)
        return (name.utf8.count, value.utf8.count)
    }

    private func point(_ lengths: [(name: Int, value: Int)]) {
        fields.removeAll(keepingCapacity: true)
        guard var next = pointer(to: bytes) else { return }
        for (name, value) in lengths {
            fields.append(nghttp2_nv(name: next, value: next + name, namelen: name, valuelen: value, flags: 0))
            next += name + value
        }
    }

    /// nghttp2 only reads it.
    private func pointer(to buffer: ByteBuffer) -> UnsafeMutablePointer<UInt8>? {
        UnsafeMutablePointer(mutating: buffer.bytes.bindMemory(to: UInt8.self).baseAddress)
    }
}
