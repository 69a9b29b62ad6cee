// libmicrohttpd's header brings sockaddr along, and to the compiler it belongs to whichever of the two it meets first.
import CMicrohttpd
import Glibc

/// An address of the Internet, in the form that `bind` takes.
struct SocketAddress {
    let family: Int32
    private var storage = sockaddr_storage()
    private let length: socklen_t

    /// Looks the host up: a numeric address or a name; of several addresses the first is taken.
    init(host: String, port: UInt16, place: String) throws(HTTPServerError) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        let result = getaddrinfo(host, String(port), &hints, &found)
        defer { freeaddrinfo(found) }
        guard result == 0, let first = found?.pointee, let address = first.ai_addr else {
            throw HTTPServerError(
                code: .addressUnusable,
                description: "cannot listen on \(place): the host is unknown (\(String(cString: gai_strerror(result))))"
            )
        }
        family = first.ai_family
        length = first.ai_addrlen
        withUnsafeMutableBytes(of: &storage) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(first.ai_addrlen)))
        }
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}

extension ClientAddress {
    /// Where this connection comes from; no bytes for what is neither IPv4 nor IPv6.
    init(_ address: UnsafePointer<sockaddr>?) {
        guard let address else {
            bytes = []
            return
        }
        bytes =
            switch Int32(address.pointee.sa_family) {
            case AF_INET:
                address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) }
                }
            case AF_INET6:
                address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                    withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0.prefix(8)) }
                }
            default: []
            }
    }
}
