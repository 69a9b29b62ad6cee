/// A certificate authority of a test's own, with certificates that it has signed, made by the openssl command.
package struct TestCertificates: Sendable {
    private let directory: TemporaryDirectory

    /// Makes the authority.
    package init() async throws {
        directory = try TemporaryDirectory()
        try await openssl(
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
                + ["-subj", "/CN=Test authority", "-keyout", directory.file("ca.key"), "-out", authority]
        )
    }

    /// The authority's certificate: the CA file of whoever is to trust it.
    package var authority: String { directory.file("ca.pem") }

    /// A certificate for a server or a client, unless told otherwise for this machine, and its private key.
    ///
    /// - Parameters:
    ///   - hosts: For whom it is good, as openssl writes it.
    ///   - days: How long it is good; below 0 it has expired.
    ///   - usage: What it is good for, as openssl writes it; `nil` for anything.
    package func certificate(
        named name: String,
        hosts: String = "IP:127.0.0.1,IP:::1,DNS:localhost,DNS:appstore.test",
        days: Int = 2,
        usage: String? = nil
    ) async throws -> (certificate: String, key: String) {
        let (key, request, certificate) = ("\(name).key", "\(name).csr", "\(name).pem")
        let extensions = "subjectAltName=\(hosts)\n" + (usage.map { "extendedKeyUsage=\($0)\n" } ?? "")
        let names = try directory.write(extensions.utf8, to: "\(name).ext")
        try await openssl(
            ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=\(name)"]
                + ["-keyout", directory.file(key), "-out", directory.file(request)]
        )
        try await openssl(
            ["x509", "-req", "-in", directory.file(request), "-CA", authority, "-CAkey", directory.file("ca.key")]
                + ["-CAcreateserial", "-days", "\(days)", "-extfile", names, "-out", directory.file(certificate)]
        )
        return (directory.file(certificate), directory.file(key))
    }

    private func openssl(_ arguments: [String]) async throws {
        _ = try await ChildProcess.output(of: "openssl", arguments)
    }
}
