import AppStoreStandIn
import FoundationEssentials
import HTTPServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct FaultTests {
    private let token: String
    private let account: DeveloperAccount
    private let standIn: AppStoreStandIn

    init() async throws {
        let fixture = try await TestTokens.made()
        account = fixture.account
        token = try #require(fixture.tokens["good"])
        standIn = try AppStoreStandIn(AppStoreStandIn.Options(accounts: [fixture.account]))
    }

    private func status(_ transactionID: Int = 1) throws -> Int? {
        try standIn.send("PUT", "/inApps/v2/transactions/consumption/\(transactionID)", token: token)?.status
    }

    @Test func `a script is followed first, for its transaction only`() throws {
        standIn.script("1", .internalError, .page(status: 503), .unauthorized)
        #expect(try status(2) == 202)
        let first = try #require(try standIn.send(token: token))
        #expect(first.status == 500)
        #expect(first.errorCode == 5_000_001)
        let second = try #require(try standIn.send(token: token))
        #expect(second.status == 503)
        #expect(second.body.hasPrefix("<html>"))
        #expect(try status() == 401)
        #expect(try status() == 202)
        #expect(standIn.accepted() == ["1": 1, "2": 1])
    }

    @Test func `a throttled answer names a moment in UNIX milliseconds`() throws {
        standIn.script("1", .throttled(.seconds(5)))
        let before = Date().timeIntervalSince1970 * 1000
        let reply = try #require(try standIn.send(token: token))
        let after = Date().timeIntervalSince1970 * 1000
        #expect(reply.status == 429)
        #expect(reply.errorCode == 4_290_000)
        let moment = try #require(reply.field("Retry-After").flatMap { Double($0) })
        #expect(moment >= (before + 5000).rounded(.down) && moment <= after + 5000)
    }

    @Test func `a connection is closed before or after the request was taken`() throws {
        standIn.script("1", .closed)
        standIn.script("2", .lost)
        #expect(try status(1) == nil)
        #expect(try status(2) == nil)
        #expect(standIn.accepted() == ["2": 1])
        #expect(standIn.arrivals().map(\.status) == [nil, nil])
    }

    @Test func `a late answer is an answer`() throws {
        standIn.script("1", .late(.milliseconds(50)))
        let start = ContinuousClock.now
        #expect(try status() == 202)
        #expect(ContinuousClock.now - start >= .milliseconds(50))
    }

    @Test func `a silent stand-in can be stopped`() throws {
        standIn.script("1", .silent)
        let connection = try RawConnection(
            port: #require(standIn.baseURL.split(separator: ":").last.flatMap { UInt16($0) })
        )
        connection.send(
            "PUT /inApps/v2/transactions/consumption/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n"
        )
        #expect(standIn.wait(atMost: .seconds(60)) { $0.first?.bundleID != nil })
        standIn.stop()
        #expect(connection.receive().isEmpty)
    }

    @Test func `all tokens can be refused for a while`() throws {
        standIn.changeFaults { $0.refusesTokens = true }
        #expect(try status() == 401)
        standIn.changeFaults { $0.refusesTokens = false }
        #expect(try status() == 202)
    }

    @Test func `the tokens of one app can be refused while others are believed`() async throws {
        standIn.changeFaults { $0.refusedApps = ["com.example.game"] }
        let tokens = try await TestTokens.made().tokens
        let other = try #require(tokens["other app"])
        #expect(try status() == 401)
        #expect(try standIn.send(token: other)?.status == 202)
    }

    @Test func `every answer can take its time`() throws {
        standIn.changeFaults { $0.latency = .milliseconds(50) }
        let start = ContinuousClock.now
        #expect(try status() == 202)
        #expect(ContinuousClock.now - start >= .milliseconds(50))
    }

    @Test func `failures by chance follow from the seed`() throws {
        func statuses(seed: UInt64) throws -> [Int?] {
            var options = AppStoreStandIn.Options(accounts: [account])
            options.seed = seed
            options.faults.failureShare = 0.5
            let standIn = try AppStoreStandIn(options)
            return try (0..<32).map { _ in try standIn.send(token: token)?.status }
        }
        let statuses7 = try statuses(seed: 7)
        #expect(Set(statuses7) == [202, 500])
        #expect(try statuses(seed: 7) == statuses7)
        #expect(try statuses(seed: 8) != statuses7)
    }

    @Test func `failures by chance are of all kinds that were asked for`() throws {
        standIn.changeFaults {
            $0.failureShare = 0.6
            $0.failures = [.internalError, .throttled(.seconds(1)), .closed]
        }
        let statuses = try (0..<64).map { _ in try standIn.send(token: token)?.status }
        #expect(Set(statuses) == [202, 500, 429, nil])
    }

    @Test func `a request over the rate of its app and endpoint is throttled`() async throws {
        standIn.changeFaults { $0.rateLimit = 2 }
        let start = ContinuousClock.now
        let statuses = try (1...3).map { try status($0) }
        let isWithinASecond = ContinuousClock.now - start < .seconds(1)
        #expect(statuses == [202, 202, 429] || !isWithinASecond)
        let other = try #require(try await TestTokens.made().tokens["other app"])
        #expect(try standIn.send(token: other)?.status == 202)
        let v1 = "/inApps/v1/transactions/consumption/1"
        #expect(try standIn.send("PUT", v1, token: token)?.status == 400)
    }

    @Test func `arrivals are kept in order with what was sent and answered`() throws {
        #expect(try status(7) == 202)
        #expect(try standIn.send("GET", "/x", token: nil, body: "")?.status == 404)
        let arrivals = standIn.arrivals()
        #expect(arrivals.map(\.method) == ["PUT", "GET"])
        #expect(arrivals.map(\.path) == ["/inApps/v2/transactions/consumption/7", "/x"])
        #expect(arrivals.map(\.transactionID) == ["7", nil])
        #expect(arrivals.map { String(decoding: $0.body, as: UTF8.self) } == [AppStoreStandIn.goodBody, ""])
        #expect(arrivals.map(\.status) == [202, 404])
        #expect(arrivals.map(\.refusal) == [nil, "no such method and path"])
        #expect(arrivals[0].time < arrivals[1].time)
    }

    @Test func `transactions that are not registered can be unknown`() throws {
        var options = AppStoreStandIn.Options(accounts: [account])
        options.refusesUnknownTransactions = true
        let strict = try AppStoreStandIn(options)
        strict.register("2", KnownTransaction(bundleID: "com.example.game", productType: "Consumable"))
        #expect(try strict.send(token: token)?.errorCode == 4_040_010)
        #expect(try strict.send("PUT", "/inApps/v2/transactions/consumption/2", token: token)?.status == 202)
    }

    @Test func `it serves over TLS`() async throws {
        let certificates = try await TestCertificates()
        let (certificate, key) = try await certificates.certificate(named: "server")
        var options = AppStoreStandIn.Options(accounts: [account])
        options.tls = HTTPServer.TLS(
            certificatePEM: try String(contentsOf: URL(filePath: certificate), encoding: .utf8),
            keyPEM: try String(contentsOf: URL(filePath: key), encoding: .utf8)
        )
        let standIn = try AppStoreStandIn(options)
        #expect(standIn.baseURL.hasPrefix("https://127.0.0.1:"))
        let status = try await ChildProcess.output(
            of: "curl",
            ["--silent", "--cacert", certificates.authority, "--request", "PUT", "--write-out", "%{http_code}"]
                + ["--header", "Authorization: Bearer \(token)", "--header", "Content-Type: application/json"]
                + ["--data", AppStoreStandIn.goodBody, standIn.baseURL + "/inApps/v2/transactions/consumption/1"]
        )
        #expect(status == "202")
    }
}
