import CNghttp2

/// What every session of HTTP/2 is made with.
final class HTTP2Callbacks: Sendable {
    private nonisolated(unsafe) let callbacks: OpaquePointer  // never changed once made, which lets sessions share it
    private nonisolated(unsafe) let options: OpaquePointer  // likewise

    /// Nil without memory.
    static let shared = HTTP2Callbacks()

    private init?() {
        var callbacks: OpaquePointer?
        var options: OpaquePointer?
        guard nghttp2_session_callbacks_new(&callbacks) == 0, nghttp2_option_new(&options) == 0, let callbacks,
            let options
        else { return nil }
        (self.callbacks, self.options) = (callbacks, options)
        // What has ended is of no use to a client.
        nghttp2_option_set_no_closed_streams(options, 1)
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, receiveFrame)
        nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks, receiveInvalidFrame)
        nghttp2_session_callbacks_set_on_header_callback(callbacks, receiveField)
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, receiveBody)
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, closeStream)
    }

    func makeSession() -> OpaquePointer? {
        var session: OpaquePointer?
        return nghttp2_session_client_new2(&session, callbacks, nil, options) == 0 ? session : nil
    }
}

private func receiveFrame(
    _: OpaquePointer?,
    _ frame: UnsafePointer<nghttp2_frame>?,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    guard let header = frame?.pointee.hd else { return 0 }
    let endsStream = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
    switch UInt32(header.type) {
    case NGHTTP2_SETTINGS.rawValue where header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) == 0:
        HTTP2Session.of(context)?.receivedSettings()
    case NGHTTP2_HEADERS.rawValue where endsStream, NGHTTP2_DATA.rawValue where endsStream:
        HTTP2Session.of(context)?.receivedEnd(of: header.stream_id)
    case NGHTTP2_GOAWAY.rawValue: HTTP2Session.of(context)?.receivedGoAway()
    default: break
    }
    return 0
}

private func receiveInvalidFrame(
    _: OpaquePointer?,
    _: UnsafePointer<nghttp2_frame>?,
    _ code: Int32,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    HTTP2Session.of(context)?.found(fault: code)
    return 0
}

private func receiveField(
    _: OpaquePointer?,
    _ frame: UnsafePointer<nghttp2_frame>?,
    _ name: UnsafePointer<UInt8>?,
    _ nameLength: Int,
    _ value: UnsafePointer<UInt8>?,
    _ valueLength: Int,
    _: UInt8,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    guard let stream = frame?.pointee.hd.stream_id, let exchange = HTTP2Session.of(context)?.exchange(on: stream) else {
        return 0
    }
    let name = UnsafeRawBufferPointer(start: name, count: nameLength)
    let value = UnsafeRawBufferPointer(start: value, count: valueLength)
    if name.first == UInt8(ascii: ":") {
        // nghttp2 has made sure that it is `:status` and three digits.
        exchange.take(status: value.reduce(0) { 10 * $0 + Int($1 & 0x0F) }, over: .http2)
        return 0
    }
    // The stream is reset then, and no other.
    return exchange.takeField(name: name, value: value) ? 0 : NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue
}

private func receiveBody(
    _: OpaquePointer?,
    _: UInt8,
    _ stream: Int32,
    _ bytes: UnsafePointer<UInt8>?,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    HTTP2Session.of(context)?.receivedBody(UnsafeRawBufferPointer(start: bytes, count: count), on: stream)
    return 0
}

private func closeStream(_: OpaquePointer?, _ stream: Int32, _ code: UInt32, _ context: UnsafeMutableRawPointer?)
    -> Int32
{
    HTTP2Session.of(context)?.closed(stream, because: code)
    return 0
}

/// Hands a request's body to nghttp2, part by part.
func readBody(
    _: OpaquePointer?,
    _ stream: Int32,
    _ buffer: UnsafeMutablePointer<UInt8>?,
    _ size: Int,
    _ flags: UnsafeMutablePointer<UInt32>?,
    _: UnsafeMutablePointer<nghttp2_data_source>?,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    let buffer = UnsafeMutableRawBufferPointer(start: buffer, count: size)
    guard let part = HTTP2Session.of(context)?.fill(buffer, on: stream) else {
        return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
    }
    if part.isEnd { flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
    return part.count
}
