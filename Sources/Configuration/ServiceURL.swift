/// The address of a service: scheme, host, perhaps a port and a path; checked, and without a slash at its end.
package struct ServiceURL: Hashable, Sendable, CustomStringConvertible {
    /// `https` or `http`.
    package let scheme: String
    /// A name or an address; an IPv6 address without its brackets.
    package let host: String
    /// As written; nil for the scheme's own.
    package let port: UInt16?
    /// Begins with a slash, or is empty; never ends with one.
    package let path: String

    /// The address as it goes in front of a request's path.
    package var description: String {
        "\(scheme)://" + HostAndPort.written(host, port) + path
    }

    /// Traffic to it does not leave this machine.
    package var isLoopback: Bool { HostAndPort.isLoopback(host) }

    /// An https address that is part of the program.
    init(https host: String) {
        scheme = "https"
        self.host = host
        port = nil
        path = ""
    }

    init(_ text: String) throws(Complaint) {
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { throw Self.incomplete }
        scheme = text[..<colon].lowercased()
        guard ["https", "http"].contains(scheme) else { throw Complaint("is not an https:// or http:// address") }
        let rest = text[colon...].dropFirst(3)
        let authority = rest.prefix { $0 != "/" }
        guard text.allSatisfy({ $0.isASCII && !$0.isWhitespace && $0 > " " && !"?#@\\\u{7F}".contains($0) }) else {
            throw Complaint("holds more than scheme, host, port and path")
        }
        let hostAndPort = try HostAndPort(authority)
        (host, port) = (hostAndPort.host, hostAndPort.port)
        var path = rest.dropFirst(authority.count)
        while path.last == "/" { path.removeLast() }
        self.path = String(path)
    }

    private static let incomplete = Complaint("is not a full address")
}

extension Reading<ServiceURL> {
    /// The address of a service that gets our credentials: encrypted, unless it is on this machine.
    static let service = Self("an address such as https://api.example.com") { scalar throws(Complaint) in
        let url = try ServiceURL(scalar.text)
        guard url.scheme == "https" || url.isLoopback else {
            throw Complaint("is not encrypted", "Write https://, or a host of this machine")
        }
        return url
    }

    /// The address of a collector in our own network.
    static let collector = Self("an address such as http://localhost:4318") { scalar throws(Complaint) in
        try ServiceURL(scalar.text)
    }
}

extension Reading<String> {
    /// The address of a proxy, perhaps with a user and a password; kept as it was written.
    static let proxy = Self("an address such as http://proxy.example.com:3128") { scalar throws(Complaint) in
        let text = scalar.text
        guard let scheme = text.firstRange(of: "://"), let user = text.lastIndex(of: "@") else {
            _ = try ServiceURL(text)
            return text
        }
        _ = try ServiceURL(String(text[..<scheme.upperBound] + text[text.index(after: user)...]))
        return text
    }
}
