/// A host with or without a port, as URLs and listeners write it: `host`, `host:port`, `[v6]`, `[v6]:port`.
struct HostAndPort: Equatable {
    /// A name or an address; an IPv6 address without its brackets.
    let host: String
    let port: UInt16?

    init(_ text: Substring) throws(Complaint) {
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { throw Complaint("has no `]` after its IPv6 address") }
            host = String(text[..<end].dropFirst())
            port = try Self.port(text[end...].dropFirst())
            guard host.contains(":"), host.allSatisfy({ $0.isASCII && ($0.isHexDigit || ":.".contains($0)) }) else {
                throw Complaint("has no IPv6 address in its brackets")
            }
        } else {
            let host = text.prefix { $0 != ":" }
            guard !host.isEmpty, host.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) })
            else {
                throw Complaint("has no host, or one with illegal characters")
            }
            self.host = String(host)
            port = try Self.port(text.dropFirst(host.count))
        }
    }

    /// What follows the host: nothing, or a colon and a number.
    private static func port(_ tail: Substring) throws(Complaint) -> UInt16? {
        guard !tail.isEmpty else { return nil }
        let digits = tail.dropFirst()
        guard tail.first == ":", digits.allSatisfy(\.isNumber), let port = UInt16(digits) else {
            throw Complaint("has a port that is not a number from 0 to 65535")
        }
        return port
    }

    /// Whether this name or address stands for the machine itself.
    static func isLoopback(_ host: String) -> Bool {
        let octets = host.split(separator: ".", omittingEmptySubsequences: false)
        let isIPv4Loopback = octets.count == 4 && octets[0] == "127" && octets.allSatisfy { UInt8($0) != nil }
        return host == "localhost" || host == "::1" || isIPv4Loopback
    }

    static func written(_ host: String, _ port: UInt16?) -> String {
        (host.contains(":") ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "")
    }
}
