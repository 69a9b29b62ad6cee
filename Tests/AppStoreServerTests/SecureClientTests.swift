import AppStoreServer
import FoundationEssentials
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

    // Over HTTP/1.1 each of many requests dials for itself.
    @Test func `one connection of many that fails takes no request with it`() async throws {
        let server = try await MisbehavingServer(
            "--tls",
            certificate.certificate,
            certificate.key,
            "--reset-connection",
            "2"
        )
        let client = try await client("https://\(server.authority)/accept_and_close")
        #expect(await client.result() == .accepted(status: 202))
        let answers = await client.answers(to: (0..<8).map { .numbered($0) })
        #expect(answers.map(\.result) == Array(repeating: .accepted(status: 202), count: 8))
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

    @Test func `a CA file that is replaced counts for new connections`() async throws {
        let directory = try TemporaryDirectory()
        let server = try await MisbehavingServer("--tls", certificate.certificate, certificate.key)
        let other = try await TestCertificates()
        let file = try directory.write(contents(of: other.authority), to: "ca.pem")
        let client = try await client("https://\(server.authority)/accept") {
            $0.caFile = file
            $0.connectionLifetime = .seconds(2)
        }
        #expect(await client.result()?.failure?.category == .tls)
        try directory.write(contents(of: certificates.authority), to: "ca.pem")
        #expect(await client.result() == .accepted(status: 202))
    }

    private func contents(of path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

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

    @Test func `a proxy gets its password, over TLS if it speaks that, and the server does not`() async throws {
        let server = try await MisbehavingServer("--tls", certificate.certificate, certificate.key)
        let proxy = try await MisbehavingServer("--tls", certificate.certificate, certificate.key)
        let client = try await client("https://\(server.authority)/accept") {
            $0.proxy = "https://user:pass@\(proxy.authority)"
        }
        #expect(await client.result() == .accepted(status: 202))
        #expect(await client.result() == .accepted(status: 202))
        #expect(try await proxy.nextRequest().headers["proxy-authorization"] == "Basic dXNlcjpwYXNz")
        #expect(try await server.nextRequest().headers["proxy-authorization"] == nil)
    }

    @Test func `a proxy of a kind that cannot be used is a fault of the configuration`() async throws {
        let error = await #expect(throws: AppStoreConfigurationError.self) {
            try await client("https://127.0.0.1:1/") { $0.proxy = "socks5://user:pass@127.0.0.1:1080" }
        }
        #expect(error?.description == "appStore.proxy is a socks5 proxy, and only http and https proxies can be used")
    }

    @Test(arguments: [("DNS:elsewhere.test", 2), ("IP:127.0.0.1", -1)])
    func `a certificate for another host, or out of date, is not trusted`(hosts: String, days: Int) async throws {
        let wrong = try await certificates.certificate(named: "wrong", hosts: hosts, days: days)
        let server = try await MisbehavingServer("--tls", wrong.certificate, wrong.key)
        let client = try await client("https://\(server.authority)/accept")
        let failure = await client.result()?.failure
        #expect(failure?.category == .tls)
        #expect(failure?.reason.contains(days < 0 ? "expired" : "mismatch") == true)
    }

    @Test func `a host is known by its name, and all its addresses are tried`() async throws {
        let server = try await MisbehavingServer("--tls", certificate.certificate, certificate.key)
        // The server listens on 127.0.0.1 only; the name may stand for ::1 as well.
        let url = "https://" + server.authority.replacing("127.0.0.1", with: "localhost")
        #expect(try await client(url + "/accept").result() == .accepted(status: 202))
        #expect(try await server.nextRequest().headers["host"]?.hasPrefix("localhost:") == true)
    }

    // A 401 or a 429 of the proxy's own would else pause or throttle an app for nothing.
    @Test(arguments: [401, 403, 404, 407, 429, 502])
    func `what a proxy answers for itself is no answer of the App Store`(status: Int) async throws {
        let server = try await MisbehavingServer("--tls", certificate.certificate, certificate.key)
        let proxy = try await MisbehavingServer("--refuse-tunnels", "\(status)")
        let client = try await client("https://\(server.authority)/accept") { $0.proxy = "http://\(proxy.authority)" }
        let failure = await client.result()?.failure
        #expect(failure?.category == .proxy)
        #expect(failure?.reason.contains("\(status)") == true)
    }

    @Test func `a proxy that nobody runs and one that says nothing are told as such`() async throws {
        let absent = try await client("https://127.0.0.1:1/") { $0.proxy = "http://127.0.0.1:\(freePort())" }
        #expect(await absent.result()?.failure?.category == .connect)
        let silent = try SilentListener()
        let waiting = try await client("https://127.0.0.1:1/") {
            $0.proxy = "http://127.0.0.1:\(silent.port)"
            $0.timeout = .milliseconds(300)
        }
        #expect(await waiting.result()?.failure?.category == .timeout)
    }

    @Test func `a server that takes the connection and says nothing costs no more than the time-out`() async throws {
        let silent = try SilentListener()
        let client = try await client("https://127.0.0.1:\(silent.port)/") { $0.timeout = .milliseconds(300) }
        let answers = await client.answers(to: (0..<20).map { .numbered($0) })
        #expect(answers.map(\.ticket).sorted() == Array(0..<20))
        #expect(answers.allSatisfy { $0.result.failure?.category == .timeout })
    }
}
