import FoundationEssentials

/// A proxy that makes tunnels to servers, by CONNECT.
package struct Proxy: Hashable, Sendable {
    /// Where it is; plain unless the URL says https.
    let origin: Origin
    /// The value of `proxy-authorization`; a secret.
    let authorization: String?

    /// Reads `[http://|https://][user[:password]@]host[:port]`, as the environment and the configuration have it.
    ///
    /// The default ports, 1080 and 443, are those of libcurl and of all that follows it.
    package init(_ text: String) throws(ProxyFault) {
        let form =
            #/
            (?: (?<scheme> [A-Za-z][A-Za-z0-9+.\-]* ) :// )?
            (?: (?<user> [^@\/]* ) @ )?
            (?<host> \[ [0-9a-fA-F:.]+ \] | [A-Za-z0-9._\-]+ )
            (?: : (?<port> [0-9]{1,5} ) )?
            /*
            /#
        guard let url = text.wholeMatch(of: form) else { throw .form }
        let scheme = url.scheme?.lowercased() ?? "http"
        guard scheme == "http" || scheme == "https" else { throw .scheme(scheme) }
        let host = url.host.filter { !"[]".contains($0) }
        guard let port = url.port.map({ UInt16($0) }) ?? (scheme == "https" ? 443 : 1080), port > 0 else { throw .form }
        origin = Origin(host: host, port: port, isPlain: scheme == "http")
        authorization = try url.user.map(Self.basic)
    }

    /// The value of the field for [basic authentication](https://www.rfc-editor.org/rfc/rfc7617).
    private static func basic(_ user: Substring) throws(ProxyFault) -> String {
        let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(unescaped)
        guard let name = parts[0], let password = parts.count == 2 ? parts[1] : [] else { throw .form }
        return "Basic " + base64(name + [UInt8(ascii: ":")] + password)
    }
}

/// Why a text is no proxy that can be used; it holds nothing of the text but the scheme, as that may hold a password.
package enum ProxyFault: Error, Equatable, CustomStringConvertible {
    /// It has another form.
    case form
    /// It is a proxy of another kind, such as socks5.
    case scheme(String)

    package var description: String {
        switch self {
        case .form: "is not of the form http://[user:password@]host[:port]"
        case .scheme(let scheme): "is a \(scheme) proxy, and only http and https proxies can be used"
        }
    }
}

/// Without its `%` escapes; nil where one is cut short.
private func unescaped(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var left = text.utf8[...]
    while let byte = left.popFirst() {
        guard byte == UInt8(ascii: "%") else {
            bytes.append(byte)
            continue
        }
        guard let high = left.popFirst().flatMap(hexadecimalValue), let low = left.popFirst().flatMap(hexadecimalValue)
        else { return nil }
        bytes.append(UInt8(16 * high + low))
    }
    return bytes
}

private func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
