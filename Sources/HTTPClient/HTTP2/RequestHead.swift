import CNghttp2

/// The head of a request as nghttp2 takes it, in memory that is used again for the next one.
final class RequestHead {
    /// Name after value.
    private let bytes = ByteBuffer()
    private var lengths: [(name: Int, value: Int)] = []
    private var fields: [nghttp2_nv] = []

    /// The head of a request, valid until the next call.
    func fields(of request: HTTPRequest, authority: String) -> [nghttp2_nv] {
        bytes.removeAll()
        lengths.removeAll(keepingCapacity: true)
        append(":method", request.method)
        append(":scheme", "https")
        append(":authority", authority)
        append(":path", request.path)
        bytes.append(request.fields.packed)
        lengths += request.fields.lengths
        append("content-length", String(request.body.count))
        pointFields()
        return fields
    }

    private func append(_ name: String, _ value: String) {
        bytes.append(name)
        bytes.append(value)
        lengths.append((name.utf8.count, value.utf8.count))
    }

    private func pointFields() {
        fields.removeAll(keepingCapacity: true)
        guard let start = bytes.bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        // nghttp2 only reads it.
        var next = UnsafeMutablePointer(mutating: start)
        for (name, value) in lengths {
            fields.append(nghttp2_nv(name: next, value: next + name, namelen: name, valuelen: value, flags: 0))
            next += name + value
        }
    }
}
