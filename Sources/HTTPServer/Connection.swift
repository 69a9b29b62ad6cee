import CMicrohttpd

extension Responder {
    /// libmicrohttpd's callbacks with this object as their context, which the daemon must not outlive.
    var functions: request_functions {
        request_functions(
            connection: followConnection,
            begin: beginRequest,
            receive: receiveRequest,
            end: endRequest,
            context: Unmanaged.passUnretained(self).toOpaque()
        )
    }
}

/// A client has connected, or is gone and its descriptor about to be closed.
private func followConnection(
    context: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    change: MHD_ConnectionNotificationCode
) {
    guard let context, let connection else { return }
    let doorkeeper = Unmanaged<Responder>.fromOpaque(context).takeUnretainedValue().doorkeeper
    let descriptor = connection_descriptor(connection)
    if change == .CONNECTION_NOTIFY_STARTED {
        doorkeeper.enter(descriptor, from: ClientAddress(connection_address(connection)))
    } else {
        doorkeeper.leave(descriptor)
    }
}

/// The target has been read: makes the request's state, which libmicrohttpd hands to the other callbacks.
private func beginRequest(
    context: UnsafeMutableRawPointer?,
    target: UnsafePointer<CChar>?,
    connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let target else { return nil }
    return Unmanaged.passRetained(Exchange(target: String(cString: target))).toOpaque()
}

/// Called when the head is there, for each part of the body, and at its end; `NO` closes the connection.
private func receiveRequest(
    context: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    url: UnsafePointer<CChar>?,
    method: UnsafePointer<CChar>?,
    version: UnsafePointer<CChar>?,
    bytes: UnsafePointer<CChar>?,
    count: UnsafeMutablePointer<Int>?,
    state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context, let connection, let method, let count, let state = state?.pointee else { return .NO }
    let responder = Unmanaged<Responder>.fromOpaque(context).takeUnretainedValue()
    let exchange = Unmanaged<Exchange>.fromOpaque(state).takeUnretainedValue()
    if !exchange.hasHead {
        exchange.readHead(
            method: String(cString: method),
            headers: fields(of: connection),
            isCertified: connection_session(connection).map { PeerCertificate.isTrusted(in: OpaquePointer($0)) }
                ?? false
        )
        return .YES
    }
    if count.pointee > 0 {
        exchange.append(UnsafeRawBufferPointer(start: bytes, count: count.pointee), limit: responder.bodyLimit)
        count.pointee = 0
        return .YES
    }
    let descriptor = connection_descriptor(connection)
    responder.doorkeeper.turn(descriptor, to: .served)
    guard let answer = responder.answer(to: exchange) else { return .NO }
    responder.doorkeeper.turn(descriptor, to: .taking)
    return queue(answer, on: connection)
}

/// The answer has left or the connection is gone: frees the request's state.
private func endRequest(
    context: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    reason: MHD_RequestTerminationCode
) {
    guard let context, let pointer = state?.pointee else { return }
    state?.pointee = nil
    let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue()
    let responder = Unmanaged<Responder>.fromOpaque(context).takeUnretainedValue()
    responder.end(exchange)
    if let connection { responder.doorkeeper.turn(connection_descriptor(connection), to: .asking) }
}

private func queue(_ answer: HTTPResponse, on connection: OpaquePointer) -> MHD_Result {
    let response = answer.body.withUnsafeBytes {
        // libmicrohttpd copies the bytes; it takes them as mutable only for its other modes.
        MHD_create_response_from_buffer(
            $0.count,
            UnsafeMutableRawPointer(mutating: $0.baseAddress),
            .RESPMEM_MUST_COPY
        )
    }
    guard let response else { return .NO }
    defer { MHD_destroy_response(response) }
    for field in answer.headers {
        guard MHD_add_response_header(response, field.name, field.value) == .YES else { return .NO }
    }
    return MHD_queue_response(connection, UInt32(answer.status), response)
}

/// The header fields of a request; copies them, since libmicrohttpd reuses their memory.
private func fields(of connection: OpaquePointer) -> [HTTPField] {
    var fields: [HTTPField] = []
    withUnsafeMutablePointer(to: &fields) {
        _ = MHD_get_connection_values(connection, .HEADER_KIND, appendField, $0)
    }
    return fields
}

private func appendField(
    fields: UnsafeMutableRawPointer?,
    kind: MHD_ValueKind,
    name: UnsafePointer<CChar>?,
    value: UnsafePointer<CChar>?
) -> MHD_Result {
    guard let fields, let name else { return .NO }
    let field = HTTPField(String(cString: name), value.map { String(cString: $0) } ?? "")
    fields.assumingMemoryBound(to: [HTTPField].self).pointee.append(field)
    return .YES
}
