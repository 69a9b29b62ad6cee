import FoundationEssentials
import HTTPServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct HTTPSTests {
    private let certificates: TestCertificates

    init() async throws {
        certificates = try await TestCertificates()
    }

    private func serve(certificate: String, key: String, authority: String? = nil) throws -> HTTPServer {
        let tls = try HTTPServer.TLS(
            certificatePEM: text(of: certificate),
            keyPEM: text(of: key),
            clientAuthorityPEM: authority.map { try text(of: $0) }
        )
        return try HTTPServer(HTTPServer.Options(host: "127.0.0.1", port: 0, tls: tls)) {
            HTTPResponse(status: 202, body: $0.body + Array($0.isCertified ? " certified".utf8 : "".utf8))
        }
    }

    /// What curl hears that shows this certificate, or none.
    private func answer(
        of server: HTTPServer,
        to client: (certificate: String, key: String)?
    ) async throws -> String {
        try await ChildProcess.output(
            of: "curl",
            ["--silent", "--cacert", certificates.authority, "--max-time", "60", "--request", "PUT"]
                + (client.map { ["--cert", $0.certificate, "--key", $0.key] } ?? [])
                + ["--data", "hello", "--write-out", " %{http_code}", "https://127.0.0.1:\(server.port)/"]
        )
    }

    @Test func `a client that trusts the authority is answered over TLS`() async throws {
        let (certificate, key) = try await certificates.certificate(named: "server")
        let server = try serve(certificate: certificate, key: key)
        #expect(try await answer(of: server, to: nil) == "hello 202")
    }

    @Test func `a client is certified when the authority for clients has signed its certificate`() async throws {
        let strangers = try await TestCertificates()
        let (certificate, key) = try await certificates.certificate(named: "server")
        let server = try serve(certificate: certificate, key: key, authority: certificates.authority)
        let right = try await certificates.certificate(named: "client")
        #expect(try await answer(of: server, to: right) == "hello certified 202")
        #expect(try await answer(of: server, to: nil) == "hello 202")
        for other in [
            try await strangers.certificate(named: "client"),
            try await certificates.certificate(named: "expired", days: -1),
            try await certificates.certificate(named: "for servers", usage: "serverAuth"),
        ] {
            #expect(try await answer(of: server, to: other) == "hello 202")
        }
    }

    @Test func `a client's certificate counts for nothing where no authority for clients is known`() async throws {
        let (certificate, key) = try await certificates.certificate(named: "server")
        let server = try serve(certificate: certificate, key: key)
        let client = try await certificates.certificate(named: "client")
        #expect(try await answer(of: server, to: client) == "hello 202")
    }

    @Test func `nobody is served over TLS 1.1`() async throws {
        let (certificate, key) = try await certificates.certificate(named: "server")
        let server = try serve(certificate: certificate, key: key)
        let old = ["s_client", "-connect", "127.0.0.1:\(server.port)", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]
        let (status, output) = try await ChildProcess("openssl", old).wait()
        #expect(status != 0)
        #expect(output.contains { $0.contains("Cipher is (NONE)") }, "\(output)")
    }

    @Test func `a key that does not belong to the certificate is refused`() async throws {
        let (certificate, _) = try await certificates.certificate(named: "one")
        let (_, key) = try await certificates.certificate(named: "two")
        let error = #expect(throws: HTTPServerError.self) { try serve(certificate: certificate, key: key) }
        #expect(error?.code == .tlsRefused)
        #expect(error?.description.contains("private key for 127.0.0.1:0 cannot be used") == true)
    }

    private func text(of path: String) throws -> String {
        try String(contentsOf: URL(filePath: path), encoding: .utf8)
    }
}
