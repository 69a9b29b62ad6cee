import Glibc

/// A socket that listens on exactly one address; closes itself.
struct ListeningSocket: ~Copyable, Sendable {
    let descriptor: Int32
    let port: UInt16

    /// Binds to the first address that the host stands for; an IPv6 address takes no IPv4 clients.
    init(_ options: HTTPServer.Options) throws(HTTPServerError) {
        let place = options.place
        let address = try SocketAddress(host: options.host, port: options.port, place: place)
        let descriptor = socket(address.family, Int32(SOCK_STREAM.rawValue) | Self.flags, 0)
        guard descriptor >= 0 else { throw HTTPServerError(errno: errno, place: place) }
        guard Self.listen(descriptor, on: address), let port = Self.boundPort(of: descriptor) else {
            let reason = errno
            close(descriptor)
            throw HTTPServerError(errno: reason, place: place)
        }
        self.descriptor = descriptor
        self.port = port
    }

    deinit {
        close(descriptor)
    }

    /// Leaves the closing to whoever has the descriptor.
    consuming func handOver() {
        discard self
    }

    /// Turns new clients away at once, while the descriptor stays valid.
    func refuse() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    private static let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    private static func listen(_ descriptor: Int32, on address: SocketAddress) -> Bool {
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        // A server that restarts may bind although connections of its predecessor are still fading out.
        guard setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size) == 0 else { return false }
        if address.family == AF_INET6 {
            guard setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, size) == 0 else { return false }
        }
        guard address.withPointer({ bind(descriptor, $0, $1) }) == 0 else { return false }
        return Glibc.listen(descriptor, SOMAXCONN) == 0
    }

    private static func boundPort(of descriptor: Int32) -> UInt16? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0 else { return nil }
        // IPv4 and IPv6 addresses both keep the port behind the family.
        return withUnsafeBytes(of: storage) {
            $0.loadUnaligned(fromByteOffset: MemoryLayout<sa_family_t>.size, as: UInt16.self).bigEndian
        }
    }
}

extension HTTPServerError {
    fileprivate init(errno: Int32, place: String) {
        switch errno {
        case EADDRINUSE:
            self.init(
                code: .addressInUse,
                description: "\(place) is already in use: stop what listens there or choose another port"
            )
        case EADDRNOTAVAIL:
            self.init(
                code: .addressUnusable,
                description: "\(place) is not an address of this machine: choose one that it has"
            )
        case EACCES:
            self.init(
                code: .permissionDenied,
                description: "no permission to listen on \(place): choose a port of 1024 or above"
            )
        default:
            self.init(code: .system, description: "cannot listen on \(place): \(String(cString: strerror(errno)))")
        }
    }
}
