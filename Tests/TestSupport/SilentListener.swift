import Glibc

/// A port of 127.0.0.1 where the kernel takes connections and nobody looks at them, unless a test does.
package final class SilentListener {
    /// The port.
    package let port: UInt16
    private let descriptor: Int32

    /// Listens until nobody holds it any more.
    package init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard code == 0, listen(descriptor, 128) == 0 else { throw NobodyListens(port: port, code: errno) }
    }

    deinit { close(descriptor) }

    /// The next connection that the kernel has taken; waits for it.
    package func connection() -> ListenerConnection { ListenerConnection(accept(descriptor, nil, nil)) }
}

/// The listener's end of one connection.
package final class ListenerConnection {
    private let descriptor: Int32

    fileprivate init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Whether something has come.
    package var hasInput: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT | MSG_PEEK)) > 0
    }

    /// Says something.
    package func say(_ text: String) {
        let bytes = Array(text.utf8)
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Reads all that comes and says whether the other end has hung up at the end of it, and not just fallen silent for ten seconds.
    package func isHungUp() -> Bool {
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count <= 0 { return count == 0 || errno == ECONNRESET }
        }
    }
}
