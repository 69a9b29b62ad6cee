/// Asks a proxy for a way to a server, and reads what it says.
final class Tunnel: ResponseReader {
    private var parser = ResponseParser(isTunnel: true)
    private var status = 0
    private let route: Route

    init(_ route: Route) {
        self.route = route
    }

    /// Writes the request.
    func ask(_ proxy: Proxy, over wire: Wire) throws(HTTPFailure) {
        let address = route.origin.address
        let authorization = proxy.authorization.map { "proxy-authorization: \($0)\r\n" } ?? ""
        let request = ByteBuffer()
        request.append("CONNECT \(address) HTTP/1.1\r\nhost: \(address)\r\n\(authorization)\r\n")
        try wire.write(request.bytes)
    }

    /// Takes the proxy's bytes; true when the way is open, and all that follows is the server's.
    func takes(_ bytes: UnsafeRawBufferPointer) throws(HTTPFailure) -> Bool {
        let count: Int
        do throws(ResponseFault) {
            count = try parser.take(bytes, self)
        } catch {
            throw HTTPFailure(
                .proxy,
                "the proxy \(route.target.address) answers to CONNECT what is not HTTP: \(error.reason)"
            )
        }
        if status >= 300 { throw HTTPFailure(.proxy, "the proxy \(route.target.address) answers \(status) to CONNECT") }
        guard parser.isDone else { return false }
        // No server says anything before we do.
        guard count == bytes.count else { throw HTTPFailure(.proxy, "the proxy \(route.target.address) says too much") }
        return true
    }

    func found(_ part: ResponsePart) -> Bool {
        if case .status(let status) = part { self.status = status }
        return true
    }
}
