internal import HTTPServer

/// Decides who is answered by the endpoint.
///
/// The probes answer everybody: whoever asks them has no secrets, and they tell none.
package struct Admission: Sendable {
    enum Verdict: Equatable {
        case admitted, withoutToken, withoutCertificate
    }

    /// Asks for nothing.
    package static let everybody = Admission(tokens: [], needsCertificate: false)

    private static let probes = ["/healthz", "/readyz"]

    /// A client has to show one of these, if there are any.
    let tokens: [EndpointToken]
    /// A client has to show a certificate, in addition to a token where there are any.
    let needsCertificate: Bool

    func verdict(on request: HTTPRequest) -> Verdict {
        if Self.probes.contains(request.path) { return .admitted }
        if needsCertificate, !request.isCertified { return .withoutCertificate }
        return tokens.isEmpty || showsToken(request) ? .admitted : .withoutToken
    }

    private func showsToken(_ request: HTTPRequest) -> Bool {
        let words = request.headers.value(of: "Authorization")?.split(separator: " ", maxSplits: 1) ?? []
        guard words.count == 2, words[0].lowercased() == "bearer", let shown = EndpointToken(words[1]) else {
            return false
        }
        // Every one is compared, so that the time does not tell which it was.
        return tokens.count { $0.equals(shown) } > 0
    }
}
