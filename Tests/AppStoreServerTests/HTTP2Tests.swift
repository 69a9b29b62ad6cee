import AppStoreServer
import ConsumptionRules
import TestSupport
import Testing

/// The client against nghttpd, which speaks HTTP/2 over TLS.
@Suite(.timeLimit(.minutes(2))) struct HTTP2Tests {
    let certificates: TestCertificates
    let directory: TemporaryDirectory

    init() async throws {
        certificates = try await TestCertificates()
        directory = try TemporaryDirectory()
        // nghttpd serves files, whatever the method; it has read the whole request before it answers.
        try directory.write("{}".utf8, to: AppStoreRequest.path)
    }

    private func startServer(_ arguments: String...) async throws -> (process: ChildProcess, url: String) {
        let (certificate, key) = try await certificates.certificate(named: "server")
        let port = freePort()
        let common = ["--address=127.0.0.1", "--htdocs=\(directory.path)", "\(port)", key, certificate]
        let process = try ChildProcess("nghttpd", arguments + common)
        try #require(await waitUntilListening(on: port))
        return (process, "https://127.0.0.1:\(port)")
    }

    private func client(_ url: String) async throws -> AppStoreClient {
        try await AppStoreClient.make(url) { $0.caFile = certificates.authority }
    }

    @Test func `many requests share one connection and its streams are ended in order`() async throws {
        let (process, url) = try await startServer("--verbose")
        let client = try await client(url)
        let answers = await client.answers(to: (0..<500).map { .numbered($0) })
        #expect(answers.map(\.ticket).sorted() == Array(0..<500))
        #expect(answers.allSatisfy { $0.result == .accepted(status: 200) })
        process.end()
        let log = await process.wait().output
        let connections = log.filter { $0.contains(" :method: PUT") }.map { $0.prefix { $0 != "]" } }
        #expect(connections.count == 500)
        #expect(Set(connections).count == 1)
        #expect(!log.contains { $0.contains("RST_STREAM") })
    }

    @Test func `a server that allows few streams gets no more, and refuses none`() async throws {
        let (process, url) = try await startServer("--max-concurrent-streams=3")
        let client = try await client(url)
        let answers = await client.answers(to: (0..<1000).map { .numbered($0) })
        #expect(answers.map(\.ticket).sorted() == Array(0..<1000))
        #expect(answers.allSatisfy { $0.result == .accepted(status: 200) })
        process.end()
    }

    @Test func `a server that is killed leaves no request without an answer`() async throws {
        let (process, url) = try await startServer()
        let client = try await client(url)
        client.submit((0..<2000).map { .numbered($0) })
        var answers = await client.nextAnswers(1)
        process.end(with: 9)
        answers += await client.nextAnswers(2000 - answers.count)
        #expect(answers.map(\.ticket).sorted() == Array(0..<2000))
    }
}
