import HTTPClient
import Synchronization
import TestSupport
import Testing

/// What the client of HTTP does when things come together in one of its turns, which only who turns it can bring about.
@Suite(.timeLimit(.minutes(2))) struct ClientTurnTests {
    private let certificates: TestCertificates

    init() async throws {
        certificates = try await TestCertificates()
    }

    private func request(_ number: Int) -> HTTPRequest {
        HTTPRequest(method: "PUT", path: "/", fields: HTTPFields([]), body: Array(#"{"number":\#(number)}"#.utf8))
    }

    /// Turns the client until so many requests have ended, and gives their outcomes by their numbers.
    private func outcomes(_ count: Int, of client: HTTPClient) -> [UInt64: Result<HTTPAnswer, HTTPFailure>] {
        var outcomes: [UInt64: Result<HTTPAnswer, HTTPFailure>] = [:]
        while outcomes.count < count {
            client.wait(atMost: .seconds(1))
            for exchange in client.turn() { outcomes[exchange.tag] = exchange.outcome }
        }
        return outcomes
    }

    @Test func `what comes in with the end of a connection that breaks the rules goes over another one`() async throws {
        let certificate = try await certificates.certificate(named: "server")
        let server = try await MisbehavingHTTP2Server("rubbish_first", certificate: certificate)
        var options = HTTPClientOptions()
        options.caFile = certificates.authority
        options.maximumConnections = 4
        let client = try HTTPClient(options)
        let (origin, _) = try #require(Origin.read(server.url))
        let known = try client.server(at: origin)
        for tag in 0..<2 { client.start(request(tag), to: known, tag: UInt64(tag)) }
        // They leave; what the server makes of them then, nobody looks at.
        let hasArrived = Atomic(false)
        async let arrival: Void = {
            hasArrived.store(await server.hasRead(2), ordering: .relaxed)
        }()
        while !hasArrived.load(ordering: .relaxed) {
            client.wait(atMost: .milliseconds(1))
            #expect(client.turn().isEmpty)
            await Task.yield()
        }
        await arrival
        await server.breakRules()
        client.start(request(2), to: known, tag: 2)
        let outcomes = outcomes(3, of: client)
        guard case .failure = outcomes[1], case .failure(let failure) = outcomes[0],
            case .success(let answer) = outcomes[2]
        else {
            Issue.record("they ended as \(outcomes)")
            return
        }
        // The other one learns why its connection ended, though more came after that.
        #expect(failure.kind == .http)
        #expect(failure.reason.hasPrefix("the server breaks the rules of HTTP/2"))
        #expect(answer.status == 202)
        #expect(try await server.requests().map(\.connection) == [2])
    }
}
