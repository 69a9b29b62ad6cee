internal import HTTPClient

/// The address of a server, to which the path of a request is added; the Bearer token goes nowhere else.
struct BaseURL: Equatable {
    let origin: Origin
    /// What goes before the path of a request; without a slash at its end.
    let prefix: String

    /// Takes `https://host[:port][/prefix][/]`, and `http://` for a loopback host only.
    init(_ text: String) throws(BaseURLError) {
        let form =
            #/
            (?<scheme> https? )://
            (?<host> \[ [0-9a-fA-F:.]+ \] | [A-Za-z0-9._\-]+ )
            (?: : (?<port> [0-9]{1,5} ) )?
            (?<prefix> (?: / [A-Za-z0-9._~\-]+ )* )
            /*
            /#
        guard let url = text.wholeMatch(of: form), !url.prefix.contains("/..") else { throw .form }
        let port = try url.port.map(Self.port)
        let isPlain = url.scheme == "http"
        if isPlain && !Self.isLoopback(url.host) { throw .plainOutsideLoopback }
        origin = Origin(host: url.host.filter { !"[]".contains($0) }, port: port, isPlain: isPlain)
        prefix = String(url.prefix)
    }

    private static func port(_ digits: Substring) throws(BaseURLError) -> UInt16 {
        guard let port = UInt16(digits), port > 0 else { throw .form }
        return port
    }

    private static func isLoopback(_ host: Substring) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let isIPv4 = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
        return host == "localhost" || host == "[::1]" || isIPv4 && parts[0] == "127"
    }
}

/// Why a text is no base URL.
enum BaseURLError: Error, CustomStringConvertible {
    /// It has another form, or parts that have no place here, such as a user name or a query.
    case form
    /// A Bearer token must not travel in the clear.
    case plainOutsideLoopback

    var description: String {
        switch self {
        case .form: "is not of the form https://host[:port][/prefix]"
        case .plainOutsideLoopback:
            "is plain http to another machine, which would show the token to everyone; use https"
        }
    }
}
