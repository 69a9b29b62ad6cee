import Foundation
import Glibc
import TestSupport
import Testing

/// The real program's endpoint where not everybody is let in.
@Suite(.timeLimit(.minutes(5))) struct EndpointAccessTests {
    private static let token = "a-token-that-nobody-may-read"

    private let world: AppStoreWorld
    private let client: (certificate: String, key: String)

    init() async throws {
        world = try await AppStoreWorld(partitions: 1)
        client = try await world.certificates.certificate(named: "client")
        try world.directory.write("\(Self.token)\n".utf8, to: "token")
    }

    /// A worker that asks for these, and its port.
    private func start(_ settings: [String]) async throws -> (worker: WorkerProcess, port: UInt16) {
        let port = freePort()
        let http = ["http:", "  listen: 127.0.0.1:\(port)"] + settings.map { "  \($0)" }
        let text = world.configuration().replacing("http:\n  listen: 127.0.0.1:0", with: http.joined(separator: "\n"))
        let file = try world.directory.write(text.utf8, to: "access.yaml")
        return (try await WorkerProcess(configuration: file), port)
    }

    /// The status that curl sees with these options.
    private func status(of url: String, _ options: [String] = []) async throws -> String {
        try await ChildProcess.output(
            of: "curl",
            ["-sS", "-o", "/dev/null", "-w", "%{http_code}", "--cacert", world.certificates.authority] + options + [url]
        )
    }

    @Test func `over TLS, with token and certificate asked for, only who shows both sees anything`() async throws {
        let pair = try await world.certificates.certificate(named: "endpoint")
        let (worker, _) = try await start([
            "tokenFile: token", "certificateFile: \(pair.certificate)", "keyFile: \(pair.key)",
            "clientCAFile: \(world.certificates.authority)",
        ])
        #expect(worker.endpoint.hasPrefix("https://127.0.0.1:"))
        let authorization = ["-H", "Authorization: Bearer \(Self.token)"]
        let certificate = ["--cert", client.certificate, "--key", client.key]
        for path in ["/", "/metrics", "/status.json"] {
            let url = worker.endpoint + path
            #expect(try await status(of: url) == "403")
            #expect(try await status(of: url, authorization) == "403")
            #expect(try await status(of: url, certificate) == "401")
            #expect(try await status(of: url, certificate + authorization) == "200")
        }
        #expect(try await status(of: worker.endpoint + "/healthz") == "200")
        let (end, log) = await worker.stop()
        #expect(end == 0)
        #expect(!(worker.firstLines + log).joined().contains(Self.token))
    }

    @Test func `64 slow clients of each kind do not stop a scrape of the real program`() async throws {
        let (worker, port) = try await start(["tokenFile: token"])
        var slow: [RawConnection] = []
        for number in 0..<64 {
            let client = try RawConnection(port: port, receiveBuffer: 4096)
            switch number % 3 {
            case 0: client.send("GET /metrics HTTP/1.1\r\nHost: x\r\nX-Slow: a")
            case 1: break
            default:
                let request = "GET /metrics HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(Self.token)\r\n\r\n"
                client.send(String(repeating: request, count: 50))
            }
            slow.append(client)
        }
        for _ in 0..<5 {
            let authorization = ["-H", "Authorization: Bearer \(Self.token)", "--max-time", "10"]
            #expect(try await status(of: worker.endpoint + "/metrics", authorization) == "200")
        }
        #expect(try await status(of: worker.endpoint + "/healthz", ["--max-time", "10"]) == "200")
        withExtendedLifetime(slow) {}
        #expect(await worker.stop().status == 0)
    }
}
