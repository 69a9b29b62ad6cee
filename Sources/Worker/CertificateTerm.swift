import Flow

/// Until when a certificate of the worker's own is good.
package struct CertificateTerm: Hashable, Sendable {
    /// How long before its end people are warned.
    static let notice = Duration.seconds(7 * 86_400)

    /// The setting that names it, such as `http.certificateFile`.
    let setting: String
    let path: String
    let notAfter: UnixTime

    /// Whether it has expired or soon will.
    func isEnding(at now: UnixTime) -> Bool { notAfter - now < Self.notice }

    /// What is to be said of one that ends.
    func warning(at now: UnixTime) -> String {
        "\(path): the certificate \(notAfter < now ? "expired" : "expires") at \(notAfter.iso8601)"
    }
}
