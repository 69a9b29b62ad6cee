/// HTTP/1.1 on one connection: one request after the other.
final class HTTP1Session: HTTPSession {
    private let authority: String
    private var exchange: HTTPExchange?
    private var parser = ResponseParser()
    private let output = ByteBuffer()
    private(set) var isLeaving = false

    /// - Parameter authority: For the field `host`.
    init(authority: String) {
        self.authority = authority
    }

    var isReady: Bool { true }
    var room: Int { exchange == nil && !isLeaving ? 1 : 0 }
    var openCount: Int { exchange == nil ? 0 : 1 }

    func start(_ exchange: HTTPExchange) {
        self.exchange = exchange
        parser = ResponseParser()
        let request = exchange.request
        output.append("\(request.method) \(request.path) HTTP/1.1\r\nhost: \(authority)\r\n")
        output.append(request.fields.lines)
        output.append("content-length: \(request.body.count)\r\n\r\n")
        output.append(request.body)
    }

    func write(to wire: Wire) throws(HTTPFailure) {
        guard !output.isEmpty, !wire.isBlocked else { return }
        try wire.write(output.bytes)
        output.removeAll()
    }

    func receive(_ bytes: UnsafeRawBufferPointer) throws(HTTPFailure) {
        guard let exchange else { throw HTTPFailure(.http, "the server answers without a request") }
        do throws(ResponseFault) {
            let count = try parser.take(bytes, self)
            // What follows the end of an answer is not for anybody; the next request would take it for its own.
            if count < bytes.count { isLeaving = true }
        } catch {
            throw HTTPFailure(.http, "the answer is not HTTP: \(error.reason)")
        }
        guard parser.isDone else { return }
        isLeaving = isLeaving || !parser.keepsConnection
        self.exchange = nil
        exchange.finish()
    }

    /// It has a request half written or half answered, so nothing else can be sent on the connection.
    func abandon(_ exchange: HTTPExchange) {
        self.exchange = nil
        isLeaving = true
    }

    func end(because failure: HTTPFailure, isClean: Bool) {
        isLeaving = true
        guard let exchange else { return }
        self.exchange = nil
        if parser.close(isClean: isClean) { exchange.finish() } else { exchange.fail(failure) }
    }
}

extension HTTP1Session: ResponseReader {
    func found(_ part: ResponsePart) -> Bool {
        guard let exchange else { return false }
        switch part {
        case .status(let status): exchange.take(status: status, over: .http1)
        case .field(let name, let value): return exchange.takeField(name: name, value: value) || breakOff(exchange)
        case .body(let bytes): return exchange.takeBody(bytes) || breakOff(exchange)
        }
        return true
    }

    private func breakOff(_ exchange: HTTPExchange) -> Bool {
        abandon(exchange)
        exchange.fail(HTTPFailure(.http, "the answer is too long"))
        return false
    }
}
