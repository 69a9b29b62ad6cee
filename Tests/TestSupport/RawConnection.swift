import Glibc

/// One end of a bare TCP connection on this machine, for tests of what goes over the wire.
package final class RawConnection {
    private let descriptor: Int32

    /// Connects to a port of 127.0.0.1.
    ///
    /// - Parameter host: The last number of the address of 127.0.0.0/24 that it comes from.
    /// - Parameter receiveBuffer: Bytes that the kernel holds for us, as far as it heeds that; `nil` for what it likes.
    package init(port: UInt16, from host: UInt8 = 1, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        limitWaiting(on: descriptor)
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        var own = loopback(port: 0)
        own.sin_addr.s_addr = (UInt32(INADDR_LOOPBACK) & ~0xff | UInt32(host)).bigEndian
        var other = loopback(port: port)
        let code = withAddress(&own) { bind(descriptor, $0, $1) } ?? withAddress(&other) { connect(descriptor, $0, $1) }
        if let code { throw NobodyListens(port: port, code: code) }
    }

    /// Takes over the end that a listener has accepted.
    init(accepted descriptor: Int32) {
        self.descriptor = descriptor
        limitWaiting(on: descriptor)
    }

    deinit {
        close(descriptor)
    }

    /// Writes all of the text; says whether the other side took it.
    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Says that nothing more will be sent; the other side may still answer.
    package func finishSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Writes all of the bytes; says whether the other side took them.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            bytes = bytes.dropFirst(count)
        }
        return true
    }

    /// Reads up to so many bytes that are there, or come within a minute; none when the other side has closed.
    package func receive(atMost count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let received = recv(descriptor, &bytes, count, 0)
        return Array(bytes.prefix(max(received, 0)))
    }

    /// Whether something has come that has not been read.
    package var hasInput: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT | MSG_PEEK)) > 0
    }

    /// Reads all that comes; says whether the other side closes after it, and does not just fall silent for a minute.
    package func isHungUp() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count <= 0 { return count == 0 || errno == ECONNRESET }
        }
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

/// No read waits longer than a minute.
private func limitWaiting(on descriptor: Int32) {
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
}

/// Makes a call with an address; gives the error number when it fails.
private func withAddress(
    _ address: inout sockaddr_in,
    _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32? {
    withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            call($0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 ? nil : errno
        }
    }
}

/// Nobody took the connection.
package struct NobodyListens: Error, CustomStringConvertible {
    let port: UInt16
    let code: Int32

    /// Where, and the reason in words.
    package var description: String { "no connection to port \(port): \(String(cString: strerror(code)))" }
}
