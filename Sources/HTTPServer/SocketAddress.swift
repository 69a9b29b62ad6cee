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
