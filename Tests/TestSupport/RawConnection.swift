import Glibc

/// A bare TCP connection to a server on this machine, for tests of what goes over the wire.
package final class RawConnection {
    private let descriptor: Int32

    /// Connects to a port of 127.0.0.1.
    package init(port: UInt16) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw NobodyListens(port: port, code: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Writes all of the text; says whether the other side took it.
    @discardableResult
    package func send(_ text: String) -> Bool {
        var bytes = ArraySlice(text.utf8)
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            bytes = bytes.dropFirst(count)
        }
        return true
    }

    /// Reads up to the first occurrence of `end`, or to where the other side closes.
    package func receive(until end: String? = nil) -> String {
        var received: [UInt8] = []
        var byte: UInt8 = 0
        while recv(descriptor, &byte, 1, 0) == 1 {
            received.append(byte)
            if let end, received.suffix(end.utf8.count).elementsEqual(end.utf8) { break }
        }
        return String(decoding: received, as: UTF8.self)
    }
}

/// Nobody took the connection.
package struct NobodyListens: Error, CustomStringConvertible {
    let port: UInt16
    let code: Int32

    /// Where, and the reason in words.
    package var description: String { "no connection to port \(port): \(String(cString: strerror(code)))" }
}
