import Glibc

/// An address of the Internet, in the form that `connect` takes.
struct SocketAddress: Sendable {
    let family: Int32
    private var storage = sockaddr_storage()
    private let length: socklen_t

    private init?(_ info: addrinfo) {
        guard let address = info.ai_addr, Int(info.ai_addrlen) <= MemoryLayout<sockaddr_storage>.size else {
            return nil
        }
        (family, length) = (info.ai_family, info.ai_addrlen)
        withUnsafeMutableBytes(of: &storage) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(info.ai_addrlen)))
        }
    }

    /// All addresses of a server, the two families in turn; waits for a name's answer.
    ///
    /// - Parameter asNumber: A name is refused, at once.
    static func all(of origin: Origin, asNumber: Bool = false) throws(HTTPFailure) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        // The second leaves out IPv6 where this machine has none.
        hints.ai_flags = AI_NUMERICSERV | (asNumber ? AI_NUMERICHOST : AI_ADDRCONFIG)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(origin.host, String(origin.port), &hints, &found)
        guard code == 0, let found else {
            throw HTTPFailure(.dns, "cannot look up \(origin.host): \(String(cString: gai_strerror(code)))")
        }
        defer { freeaddrinfo(found) }
        let list = sequence(first: found, next: { $0.pointee.ai_next }).compactMap { SocketAddress($0.pointee) }
        return taking(turns: list)
    }

    /// In the order of the C library, which knows what is near, but a family that leads nowhere costs one try only.
    private static func taking(turns list: [SocketAddress]) -> [SocketAddress] {
        var first = list.filter { $0.family == list.first?.family }[...]
        var second = list.filter { $0.family != list.first?.family }[...]
        var mixed: [SocketAddress] = []
        while !first.isEmpty || !second.isEmpty {
            if let next = first.popFirst() { mixed.append(next) }
            if let next = second.popFirst() { mixed.append(next) }
        }
        return mixed
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
