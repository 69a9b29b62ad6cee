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

    /// The listener's end of the next connection that the kernel has taken; waits for it.
    package func connection() -> RawConnection { RawConnection(accepted: accept(descriptor, nil, nil)) }
}
