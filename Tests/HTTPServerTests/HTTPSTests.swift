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

    private func serve(certificate: String, key: String) throws -> HTTPServer {
        let tls = try HTTPServer.TLS(certificatePEM: text(of: certificate), keyPEM: text(of: key))
        return try HTTPServer(HTTPServer.Options(host: "127.0.0.1", port: 0, tls: tls)) {
            HTTPResponse(status: 202, body: $0.body)
        }
    }

    @Test func `a client that trusts the authority is answered over TLS`() async throws {
        let (certificate, key) = try await certificates.certificate(named: "server")
        let server = try serve(certificate: certificate, key: key)
        let answer = try await ChildProcess.output(
            of: "curl",
            ["--silent", "--cacert", certificates.authority, "--max-time", "60", "--request", "PUT"]
                + ["--data", "hello", "--write-out", " %{http_code}", "https://127.0.0.1:\(server.port)/"]
        )
        #expect(answer == "hello 202")
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
