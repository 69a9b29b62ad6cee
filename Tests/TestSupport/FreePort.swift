import Glibc

/// A TCP port on 127.0.0.1 that nobody listened on a moment ago.
package func freePort() -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    precondition(descriptor >= 0, "no socket: \(errno)")
    defer { close(descriptor) }
    var address = loopback(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
        }
    }
    precondition(code == 0, "no free port: \(errno)")
    return UInt16(bigEndian: address.sin_port)
}

/// Whether somebody listens on this port of 127.0.0.1.
package func isListening(on port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = loopback(port: port)
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
    }
}

/// Waits until somebody listens on `port`; false when nobody does within 20 seconds.
package func waitUntilListening(on port: UInt16) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while !isListening(on: port) {
        if ContinuousClock.now > end { return false }
        // A foreign server tells nobody that it listens, so there is nothing to wait for but the port.
        try await Task.sleep(for: .milliseconds(5))
    }
    return true
}

func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    return address
}
