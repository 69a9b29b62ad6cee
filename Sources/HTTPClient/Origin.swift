/// A server as a URL names it: what connections are made to.
package struct Origin: Hashable, Sendable {
    /// A name or an address; an IPv6 address without its brackets.
    package let host: String
    package let port: UInt16
    /// Without TLS; nothing goes through a proxy then.
    package let isPlain: Bool

    /// - Parameter port: Nil for the scheme's own.
    package init(host: String, port: UInt16?, isPlain: Bool) {
        (self.host, self.isPlain) = (host, isPlain)
        self.port = port ?? (isPlain ? 80 : 443)
    }

    /// Takes an http or https URL apart into the server and what a request's path begins with, which may be empty.
    package static func read(_ url: String) -> (origin: Origin, path: String)? {
        let form =
            #/(?<scheme>https?):\/\/(?<host>\[[0-9a-fA-F:.]+\]|[^\/:@?#\s]+)(?::(?<port>[0-9]{1,5}))?(?<path>\/[^?#\s]*)?/#
        guard let parts = url.wholeMatch(of: form) else { return nil }
        let port = parts.port.map { UInt16($0) ?? 0 }
        if port == 0 { return nil }
        let host = parts.host.filter { !"[]".contains($0) }
        return (Origin(host: host, port: port, isPlain: parts.scheme == "http"), String(parts.path ?? ""))
    }

    /// Host and port as a request names them; the scheme's own port is left out.
    package var authority: String {
        port == (isPlain ? 80 : 443) ? writtenHost : address
    }

    /// Host and port.
    var address: String { "\(writtenHost):\(port)" }

    private var writtenHost: String { host.contains(":") ? "[\(host)]" : host }
}
