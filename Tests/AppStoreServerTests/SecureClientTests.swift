import AppStoreServer
import TestSupport
import Testing

/// The client over TLS: trust, client certificates, proxies, HTTP/2.
@Suite(.timeLimit(.minutes(2))) struct SecureClientTests {
    let certificates: TestCertificates
    let certificate: (certificate: String, key: String)

    init() async throws {
        certificates = try await TestCertificates()
        certificate = try await certificates.certificate(named: "server")
    }

    private func client(
        _ url: String,
        configure: (inout AppStoreConfiguration) -> Void = { _ in }
    ) async throws -> AppStoreClient {
        try await AppStoreClient.make(url) {
            $0.caFile = certificates.authority
            configure(&$0)
        }
    }

    @Test func `a server of the configured authority is trusted, over HTTP/1.1 if it speaks only that`() async throws {
        let server = try await MisbehavingServer("--tls", certificate.certificate, certificate.key)
        let client = try await client("https://\(server.authority)/accept")
        #expect(await client.result() == .accepted(status: 202))
    }

    @Test func `a server of another authority gets no request`() async throws {
        let server = try await MisbehavingServer("--tls", certificate.certificate, certificate.key)
        let other = try await TestCertificates()
        let wary = try await client("https://\(server.authority)/accept/wary") { $0.caFile = other.authority }
        #expect(await wary.result()?.failure?.category == .tls)
        let system = try await client("https://\(server.authority)/accept/system") { $0.caFile = nil }
        #expect(await system.result()?.failure?.category == .tls)
        let trusting = try await client("https://\(server.authority)/accept/trusting")
        #expect(await trusting.result() == .accepted(status: 202))
        #expect(try await server.nextRequest().path.hasPrefix("/accept/trusting"))
    }

    @Test func `a client certificate is shown to a server that asks`() async throws {
        let server = try await MisbehavingServer(
            "--tls",
            certificate.certificate,
            certificate.key,
            "--client-ca",
            certificates.authority
        )
        let nameless = try await client("https://\(server.authority)/accept")
        #expect(await nameless.result()?.failure != nil)
        let own = try await certificates.certificate(named: "client")
        let named = try await client("https://\(server.authority)/accept") {
            $0.clientCertificateFile = own.certificate
            $0.clientKeyFile = own.key
        }
        #expect(await named.result() == .accepted(status: 202))
    }

    @Test func `a proxy carries the request and never sees the token`() async throws {
        let server = try await MisbehavingServer("--tls", certificate.certificate, certificate.key)
        let proxy = try await MisbehavingServer()
        let client = try await client("https://\(server.authority)/accept") { $0.proxy = "http://\(proxy.authority)" }
        #expect(await client.result() == .accepted(status: 202))
        let tunnel = try await proxy.nextRequest()
        #expect(tunnel.method == "CONNECT")
        #expect(tunnel.headers["authorization"] == nil)
        #expect(try await server.nextRequest().headers["authorization"] != nil)
    }
}
