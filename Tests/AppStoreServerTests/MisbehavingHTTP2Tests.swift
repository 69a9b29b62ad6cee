import AppStoreServer
import TestSupport
import Testing

/// The client against an HTTP/2 server that breaks off, refuses, and says strange things.
@Suite(.timeLimit(.minutes(2))) struct MisbehavingHTTP2Tests {
    let certificates: TestCertificates
    let certificate: (certificate: String, key: String)

    init() async throws {
        certificates = try await TestCertificates()
        certificate = try await certificates.certificate(named: "server")
    }

    /// Sends 64 requests, eight at a time, and gives their answers with what the server saw.
    private func exchange(
        with behaviour: String,
        timeout: Duration = .seconds(30)
    ) async throws -> (results: [Int: SubmissionResult], requests: [MisbehavingHTTP2Server.Request]) {
        let server = try await MisbehavingHTTP2Server(behaviour, certificate: certificate)
        let client = try await AppStoreClient.make(server.url) {
            $0.caFile = certificates.authority
            $0.timeout = timeout
        }
        var answers: [AppStoreAnswer] = []
        for start in stride(from: 0, to: 64, by: 8) {
            answers += await client.answers(to: (start..<start + 8).map { .numbered($0) })
        }
        let results = Dictionary(answers.map { (Int($0.ticket), $0.result) }) { $1 }
        #expect(answers.count == 64)
        #expect(results.count == 64, "a request has two answers and another has none")
        return (results, try await server.requests())
    }

    @Test(arguments: [
        "accept", "accept_with_length", "accept_in_two_frames", "accept_with_length_in_two_frames", "continue_first",
    ])
    func `an acceptance of any shape is one, and all go over one connection`(behaviour: String) async throws {
        let (results, requests) = try await exchange(with: behaviour)
        #expect(results.values.allSatisfy { $0 == .accepted(status: 202) })
        #expect(requests.map(\.number).sorted() == Array(0..<64))
        #expect(Set(requests.map(\.connection)) == [1])
    }

    @Test func `an acceptance counts, however much header follows its status`() async throws {
        let (results, requests) = try await exchange(with: "big_header")
        #expect(results.values.allSatisfy { $0 == .accepted(status: 202) })
        #expect(requests.map(\.number).sorted() == Array(0..<64))
    }

    static let categories: [(String, [TransportFailure.Category])] = [
        ("fail", [.reset]), ("refuse", [.reset]), ("continue_only", [.reset]),
        // This one breaks the connection for all that are on it.
        ("rubbish", [.reset, .http]),
        ("hang", [.timeout]),
    ]

    @Test(arguments: categories)
    func `a request that comes to grief is sent once and harms no other`(
        behaviour: String,
        expected: [TransportFailure.Category]
    ) async throws {
        let (results, requests) = try await exchange(with: behaviour, timeout: .seconds(2))
        let category = try #require(results[7]?.failure?.category)
        #expect(expected.contains(category))
        #expect(results.values.count { $0 == .accepted(status: 202) } == 63)
        #expect(requests.map(\.number).sorted() == Array(0..<64))
    }

    @Test func `an error that is cut is no refusal, though the server sees no error in that`() async throws {
        let (results, _) = try await exchange(with: "cut_without_error")
        guard case .unavailable(.answered(let refusal, _)) = results[7] else {
            Issue.record("it is \(String(describing: results[7]))")
            return
        }
        #expect(refusal.status == 404)
        #expect(results.values.count { $0 == .accepted(status: 202) } == 63)
    }

    @Test(arguments: ["drip", "drip_without_end", "see_other"])
    func `a strange answer to one request is told as it is and harms no other`(behaviour: String) async throws {
        let (results, requests) = try await exchange(with: behaviour, timeout: .seconds(2))
        let refusal = try #require(results[7]?.refusal)
        #expect(refusal.status == (behaviour == "see_other" ? 303 : 404))
        #expect((refusal.errorCode == nil) == (behaviour != "drip"))
        #expect(results.values.count { $0 == .accepted(status: 202) } == 63)
        #expect(requests.map(\.number).sorted() == Array(0..<64))
    }

    @Test(arguments: ["close", "go_away"])
    func `what a server breaks off or turns away is not sent again by itself`(behaviour: String) async throws {
        let (results, requests) = try await exchange(with: behaviour)
        let numbers = requests.map(\.number)
        #expect(numbers.count == Set(numbers).count)
        #expect(Set(requests.map(\.connection)).count > 1)
        for (number, result) in results where result != .accepted(status: 202) {
            #expect(result.failure?.category == .reset, "request \(number)")
        }
        #expect(results.values.count { $0 == .accepted(status: 202) } >= 8)
    }

    @Test func `a server that says that it goes, and serves what still comes, costs nothing`() async throws {
        let (results, requests) = try await exchange(with: "go_away_in_order")
        #expect(results.values.allSatisfy { $0 == .accepted(status: 202) })
        #expect(requests.map(\.number).sorted() == Array(0..<64))
        #expect(Set(requests.map(\.connection)).count > 1)
    }

    @Test func `a server that stops answering on a connection holds up only what is on it`() async throws {
        let (results, requests) = try await exchange(with: "stop_first", timeout: .seconds(2))
        let timedOut = results.filter { $0.value.failure?.category == .timeout }
        #expect((1...8).contains(timedOut.count))
        #expect(results.values.count { $0 == .accepted(status: 202) } == 64 - timedOut.count)
        #expect(Set(requests.map(\.connection)) == [1, 2])
    }

    @Test func `a connection whose server never says how many requests it takes gets none`() async throws {
        let (results, requests) = try await exchange(with: "silent_first", timeout: .seconds(2))
        #expect(results.values.count { $0.failure?.category == .timeout } == 8)
        #expect(results.values.count { $0 == .accepted(status: 202) } == 56)
        #expect(Set(requests.map(\.connection)) == [2])
    }

    @Test func `a server that hangs up at once is not called without a pause`() async throws {
        let server = try await MisbehavingHTTP2Server("hang_up", certificate: certificate)
        let client = try await AppStoreClient.make(server.url) {
            $0.caFile = certificates.authority
            $0.timeout = .seconds(3)
        }
        let answers = await client.answers(to: (0..<8).map { .numbered($0) })
        #expect(answers.allSatisfy { $0.result.failure?.category == .timeout && $0.sentAfter == nil })
        let count = try await server.requests().count
        #expect(count <= 4)
    }

    // Else a host whose address has changed would never be found while there is work.
    @Test func `connections that are always in use are changed for new ones when they are old`() async throws {
        let server = try await MisbehavingHTTP2Server("accept_late", certificate: certificate)
        let client = try await AppStoreClient.make(server.url) {
            $0.caFile = certificates.authority
            $0.connectionLifetime = .seconds(2)
        }
        let end = ContinuousClock.now + .seconds(5)
        var (sent, received) = (32, 0)
        client.submit((0..<32).map { .numbered($0) })
        while received < sent {
            for answer in await client.nextAnswers(1) {
                #expect(answer.result == .accepted(status: 202))
                received += 1
                guard ContinuousClock.now < end else { continue }
                client.submit([.numbered(sent)])
                sent += 1
            }
        }
        let connections = try await server.requests().map(\.connection)
        #expect(connections.count == sent)
        #expect(Set(connections.prefix(32)) == [1])
        #expect(Set(connections).count >= 3)
        #expect(Set(connections.suffix(32)).isDisjoint(with: connections.prefix(sent / 2)))
    }

    @Test func `an answer is told when it comes, though all that was sent with it gets none`() async throws {
        let server = try await MisbehavingHTTP2Server("stop", certificate: certificate)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<24 {
                let client = try await AppStoreClient.make(server.url) {
                    $0.caFile = certificates.authority
                    $0.timeout = .seconds(4)
                }
                group.addTask {
                    _ = await client.answers(to: (0..<8).map { .numbered($0) })
                    client.submit((8..<16).map { .numbered($0) })
                    let first = await client.nextAnswers(1)
                    #expect(first.count == 1)
                    #expect(first.first?.result == .accepted(status: 202))
                }
            }
            try await group.waitForAll()
        }
    }

    // A server may take many resets for an attack, and close the connection.
    @Test func `a stream that has ended is not reset`() async throws {
        let (results, requests) = try await exchange(with: "accept_in_two_frames")
        #expect(results.values.allSatisfy { $0 == .accepted(status: 202) })
        #expect(requests.allSatisfy { $0.resets == 0 })
    }
}
