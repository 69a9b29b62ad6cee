/// Where a server of ours takes connections.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// An address or a name of this machine; an IPv6 address without its brackets.
    package let host: String
    /// 0 for any free one.
    package let port: UInt16

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Nobody but this machine can connect.
    package var isLoopback: Bool { HostAndPort.isLoopback(host) }

    /// The address as it is written: `127.0.0.1:9464`, `[::1]:9464`.
    package var description: String { HostAndPort.written(host, port) }
}

extension Reading<ListenAddress> {
    static let listen = Self("HOST:PORT such as 127.0.0.1:9464, 0.0.0.0:9464 or [::1]:9464") {
        scalar throws(Complaint) in
        let address = try HostAndPort(scalar.text[...])
        guard let port = address.port else { throw Complaint("has no port") }
        return ListenAddress(host: address.host, port: port)
    }
}
