import CNghttp2

/// HTTP/2 on one connection: many requests at a time, each on a stream of its own.
///
/// [nghttp2's session](https://nghttp2.org/documentation/apiref.html)
final class HTTP2Session: HTTPSession {
    private let session: OpaquePointer
    private var streams: [Int32: HTTPExchange] = [:]
    /// The one of `streams` for which something came last: header fields come in a row.
    private var latest: HTTPExchange?
    private(set) var isReady = false
    private var goesAway = false
    /// What the server did that HTTP/2 does not allow.
    private var fault: String?
    private let head: RequestHead
    private let output = ByteBuffer()

    /// Room for so many streams, whatever a server allows: more would only wait in its queue.
    private static let mostStreams = 1000
    /// Stream numbers are 31 bits, of which a connection must never run out.
    private static let lastStream: UInt32 = 1 << 30
    /// So much leaves at once: a dozen requests, which the server works on while the next ones are written.
    private static let partSize = 4 * 1024

    /// - Parameter authority: For the field `:authority`.
    init(authority: String) throws(HTTPFailure) {
        guard let session = HTTP2Callbacks.shared?.makeSession() else {
            throw HTTPFailure(.local, "no memory for HTTP/2")
        }
        self.session = session
        head = RequestHead(authority: authority)
        nghttp2_session_set_user_data(session, Unmanaged.passUnretained(self).toOpaque())
        let settings = [
            nghttp2_settings_entry(settings_id: Int32(NGHTTP2_SETTINGS_ENABLE_PUSH.rawValue), value: 0),
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE.rawValue),
                value: 64 * 1024
            ),
        ]
        let code = nghttp2_submit_settings(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), settings, settings.count)
        guard code == 0 else { throw Self.failure(code) }
    }

    deinit { nghttp2_session_del(session) }

    static func of(_ context: UnsafeMutableRawPointer?) -> HTTP2Session? {
        context.map { Unmanaged<HTTP2Session>.fromOpaque($0).takeUnretainedValue() }
    }

    /// None before the server has said how many it takes: it would refuse what is too much.
    var room: Int {
        guard isReady, !isLeaving else { return 0 }
        let limit = nghttp2_session_get_remote_settings(session, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS)
        return max(0, min(Int(limit), Self.mostStreams) - streams.count)
    }

    var openCount: Int { streams.count }

    var isLeaving: Bool {
        goesAway || !takesRequests || nghttp2_session_get_next_stream_id(session) > Self.lastStream
    }

    /// Not from the moment on at which the server has broken the rules.
    private var takesRequests: Bool { nghttp2_session_check_request_allowed(session) != 0 }

    func start(_ exchange: HTTPExchange) {
        let stream = submit(exchange)
        guard stream > 0 else { return exchange.fail(Self.failure(stream)) }
        exchange.stream = stream
        streams[stream] = exchange
    }

    /// Opens a stream, which leaves with the next `write(to:)`; returns its number, or a code of nghttp2's below 0.
    private func submit(_ exchange: HTTPExchange) -> Int32 {
        let fields = head.fields(of: exchange.request)
        var body = nghttp2_data_provider(source: nghttp2_data_source(), read_callback: readBody)
        return nghttp2_submit_request(session, nil, fields, fields.count, &body, nil)
    }

    func receive(_ bytes: UnsafeRawBufferPointer) throws(HTTPFailure) {
        // The reason for an end that has begun is kept until it is told.
        if takesRequests { fault = nil }
        let count = nghttp2_session_mem_recv(session, bytes.baseAddress, bytes.count)
        guard count >= 0 else { throw Self.failure(Int32(clamping: count)) }
    }

    func write(to wire: Wire) throws(HTTPFailure) {
        while !wire.isBlocked {
            var bytes: UnsafePointer<UInt8>?
            let count = nghttp2_session_mem_send(session, &bytes)
            guard count >= 0 else { throw Self.failure(Int32(clamping: count)) }
            output.append(UnsafeRawBufferPointer(start: bytes, count: count))
            if count == 0 || output.count >= Self.partSize { try pass(to: wire) }
            if count == 0 { break }
        }
        if nghttp2_session_want_read(session) == 0 && nghttp2_session_want_write(session) == 0 {
            guard goesAway, fault == nil else { throw HTTPFailure(.http, fault ?? Self.brokenRules) }
            throw HTTPFailure(.reset, "the server has ended the connection")
        }
    }

    private func pass(to wire: Wire) throws(HTTPFailure) {
        if output.isEmpty { return }
        try wire.write(output.bytes)
        output.removeAll()
        try wire.flush()
    }

    func abandon(_ exchange: HTTPExchange) {
        guard remove(exchange.stream) != nil else { return }
        // It fails only without memory, and then the connection will not live long.
        nghttp2_submit_rst_stream(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), exchange.stream, NGHTTP2_CANCEL.rawValue)
    }

    func end(because failure: HTTPFailure, isClean: Bool) {
        goesAway = true
        let left = streams.values
        (streams, latest) = ([:], nil)
        for exchange in left { exchange.fail(failure) }
    }

    private func remove(_ stream: Int32) -> HTTPExchange? {
        latest = nil
        return streams.removeValue(forKey: stream)
    }

    private static let brokenRules = "the server breaks the rules of HTTP/2"

    private static func failure(_ code: Int32) -> HTTPFailure {
        HTTPFailure(.http, "HTTP/2: \(String(cString: nghttp2_strerror(code)))")
    }
}

/// What nghttp2 tells while it takes bytes in.
extension HTTP2Session {
    func exchange(on stream: Int32) -> HTTPExchange? {
        if let latest, latest.stream == stream { return latest }
        latest = streams[stream]
        return latest
    }

    func receivedSettings() { isReady = true }

    func receivedGoAway() { goesAway = true }

    func found(fault code: Int32) {
        if fault == nil { fault = "\(Self.brokenRules): \(String(cString: nghttp2_strerror(code)))" }
    }

    func receivedBody(_ bytes: UnsafeRawBufferPointer, on stream: Int32) {
        guard let exchange = exchange(on: stream), !exchange.takeBody(bytes) else { return }
        abandon(exchange)
        exchange.fail(HTTPFailure(.http, "the answer is too long"))
    }

    func receivedEnd(of stream: Int32) { exchange(on: stream)?.isWhole = true }

    func closed(_ stream: Int32, because code: UInt32) {
        guard let exchange = remove(stream) else { return }
        // The code does not say it: a server may reset a stream without an error in the midst of an answer.
        if exchange.isWhole { return exchange.finish() }
        let name = String(cString: nghttp2_http2_strerror(code))
        exchange.fail(HTTPFailure(.reset, "the request was given up before an answer (\(name))"))
    }

    /// The next part of a request's body; nil when it is no longer wanted.
    func fill(_ buffer: UnsafeMutableRawBufferPointer, on stream: Int32) -> (count: Int, isEnd: Bool)? {
        guard let exchange = streams[stream] else { return nil }
        let (start, end) = (exchange.writtenCount, exchange.request.body.count)
        let count = min(end - start, buffer.count)
        exchange.request.body.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[start..<start + count])) }
        exchange.writtenCount += count
        return (count, exchange.writtenCount == end)
    }
}
