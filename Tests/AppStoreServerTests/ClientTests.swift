import AppStoreServer
import ConsumptionRules
import FoundationEssentials
import TestSupport
import Testing

/// The client against a server of another make, in a process of its own, over HTTP/1.1 on a loopback address.
@Suite(.timeLimit(.minutes(2))) struct ClientTests {
    @Test func `a request is what Apple documents`() async throws {
        let server = try await MisbehavingServer()
        let client = try await AppStoreClient.make("http://\(server.authority)/accept/")
        #expect(await client.result() == .accepted(status: 202))
        let request = try await server.nextRequest()
        #expect(request.method == "PUT")
        #expect(request.path == "/accept" + AppStoreRequest.path)
        #expect(request.body == #"{"customerConsented":true,"number":0}"#)
        var headers = request.headers
        let authorization = headers.removeValue(forKey: "authorization")
        #expect(authorization?.wholeMatch(of: /Bearer [\w-]+\.[\w-]+\.[\w-]+/) != nil)
        #expect(
            headers == [
                "host": server.authority,
                "user-agent": "consumption-worker/test",
                "content-type": "application/json",
                "accept": "application/json",
                "content-length": "\(request.body.utf8.count)",
            ]
        )
    }

    static let accountNotFound = AppStoreRefusal(
        status: 404,
        errorCode: 4_040_002,
        errorMessage: "Account not found. Please try again."
    )

    @Test(arguments: [
        ("accept", SubmissionResult.accepted(status: 202)),
        ("continue_first", .accepted(status: 202)),
        ("big_acceptance", .accepted(status: 202)),
        ("not_found", .unavailable(.answered(accountNotFound, retryAfter: nil))),
        ("drip", .unavailable(.answered(accountNotFound, retryAfter: nil))),
        ("unauthorized", .unauthorized(AppStoreRefusal(status: 401))),
        ("throttle", .throttled(AppStoreRefusal(status: 429), retryAfter: .seconds(120))),
        ("redirect", .rejected(AppStoreRefusal(status: 307))),
        ("see_other", .rejected(AppStoreRefusal(status: 303))),
    ])
    func `an answer is told as it is`(behaviour: String, expected: SubmissionResult) async throws {
        let server = try await MisbehavingServer("--redirect-to", "http://127.0.0.1:1/")
        let client = try await AppStoreClient.make("http://\(server.authority)/\(behaviour)")
        #expect(await client.result() == expected)
    }

    @Test(arguments: ["big_error", "endless_error"])
    func `a body without end is broken off, and the status decides`(behaviour: String) async throws {
        let server = try await MisbehavingServer()
        let client = try await AppStoreClient.make("http://\(server.authority)/\(behaviour)")
        let refusal = AppStoreRefusal(status: 500, bodyHead: String(repeating: "x", count: 256))
        #expect(await client.result() == .unavailable(.answered(refusal, retryAfter: nil)))
    }

    @Test(arguments: ["cut_error", "endless_header", "endless_headers_slowly", "endless_body_slowly"])
    func `a refusal that breaks off before its code, or never ends, is no refusal`(behaviour: String) async throws {
        let server = try await MisbehavingServer()
        let client = try await AppStoreClient.make("http://\(server.authority)/\(behaviour)") {
            $0.timeout = .seconds(1)
        }
        guard case .unavailable(.answered(let refusal, nil)) = await client.result() else {
            Issue.record("taken for final")
            return
        }
        #expect(refusal.status == 404)
        #expect(refusal.errorCode == nil)
    }

    @Test(arguments: ["accept_then_hang", "many_headers"])
    func `an acceptance counts, whatever follows its status`(behaviour: String) async throws {
        let server = try await MisbehavingServer()
        let client = try await AppStoreClient.make("http://\(server.authority)/\(behaviour)") {
            $0.timeout = .seconds(1)
        }
        #expect(await client.result() == .accepted(status: 202))
    }

    @Test(arguments: [
        ("hang", TransportFailure.Category.timeout),
        ("reset", .reset),
        ("close_early", .reset),
        ("continue_only", .reset),
        ("rubbish", .http),
    ])
    func `no answer is told with its reason`(behaviour: String, expected: TransportFailure.Category) async throws {
        let server = try await MisbehavingServer()
        let client = try await AppStoreClient.make("http://\(server.authority)/\(behaviour)") {
            $0.timeout = behaviour == "hang" ? .milliseconds(300) : .seconds(10)
        }
        let failure = await client.result()?.failure
        #expect(failure?.category == expected)
        #expect(failure?.reason.isEmpty == false)
    }

    @Test func `a server that nobody runs cannot be reached`() async throws {
        let client = try await AppStoreClient.make("http://127.0.0.1:\(freePort())")
        #expect(await client.result()?.failure?.category == .connect)
    }

    @Test func `a request whose connection breaks is sent once, also on a connection that has served before`()
        async throws
    {
        let server = try await MisbehavingServer()
        let client = try await AppStoreClient.make("http://\(server.authority)/accept_then_drop") {
            $0.maximumInFlight = 4
        }
        var results: [SubmissionResult?] = []
        for _ in 0..<20 { results.append(await client.result()) }
        #expect(results.count { $0 == .accepted(status: 202) } == 10)
        #expect(results.count { $0?.failure?.category == .reset } == 10)
        client.close()
        #expect(await server.end().count == 20)
    }

    @Test(arguments: [("redirect", 307), ("see_other", 303)])
    func `a redirect is not followed, and the token stays`(behaviour: String, status: Int) async throws {
        let other = try await MisbehavingServer()
        let server = try await MisbehavingServer("--redirect-to", "http://\(other.authority)/accept/stolen")
        let client = try await AppStoreClient.make("http://\(server.authority)/\(behaviour)")
        #expect(await client.result()?.refusal?.status == status)
        let honest = try await AppStoreClient.make("http://\(other.authority)/accept/honest")
        #expect(await honest.result() == .accepted(status: 202))
        #expect(try await other.nextRequest().path.hasPrefix("/accept/honest"))
    }

    @Test func `a connection serves one request after another`() async throws {
        let server = try await MisbehavingServer()
        let client = try await AppStoreClient.make("http://\(server.authority)/accept")
        for _ in 0..<20 { #expect(await client.result() == .accepted(status: 202)) }
        #expect(Set(try await server.nextRequests(20).map(\.connection)) == [1])
    }

    @Test func `thousands at once are answered once each, over no more connections than allowed`() async throws {
        let server = try await MisbehavingServer()
        let client = try await AppStoreClient.make("http://\(server.authority)/accept") { $0.maximumInFlight = 8 }
        let answers = await client.answers(to: (0..<3000).map { .numbered($0) })
        #expect(answers.map(\.ticket).sorted() == Array(0..<3000))
        #expect(answers.allSatisfy { $0.result == .accepted(status: 202) })
        let requests = try await server.nextRequests(3000)
        #expect(Set(requests.map(\.body)).count == 3000)
        #expect(Set(requests.map(\.connection)).count <= 8)
    }

    @Test func `one request that hangs holds up no other`() async throws {
        let server = try await MisbehavingServer()
        let client = try await AppStoreClient.make("http://\(server.authority)/accept") {
            $0.sandboxURL = "http://\(server.authority)/hang"
            $0.maximumInFlight = 4
            $0.timeout = .seconds(30)
        }
        client.submit([.numbered(1000, environment: .sandbox)])
        let answers = await client.answers(to: (0..<1000).map { .numbered($0) })
        #expect(answers.map(\.ticket).sorted() == Array(0..<1000))
        client.close()
        #expect(await client.nextAnswers(1).map(\.ticket) == [1000])
    }

    @Test func `closing answers what is under way as cancelled and ends the answers`() async throws {
        let server = try await MisbehavingServer()
        let client = try await AppStoreClient.make("http://\(server.authority)/hang")
        client.submit((0..<50).map { .numbered($0) })
        _ = try await server.nextRequest()
        client.close()
        var answers: [AppStoreAnswer] = []
        for await batch in client.answers { answers += batch }
        #expect(answers.map(\.ticket).sorted() == Array(0..<50))
        #expect(answers.allSatisfy { $0.result.failure?.category == .cancelled })
    }

    @Test func `a refused token is not used again, a good one is`() async throws {
        let server = try await MisbehavingServer()
        let client = try await AppStoreClient.make("http://\(server.authority)/accept") {
            $0.sandboxURL = "http://\(server.authority)/unauthorized"
        }
        for environment in [AppStoreEnvironment.production, .production, .sandbox, .production] {
            _ = await client.answers(to: [.numbered(0, environment: environment)])
        }
        let tokens = try await server.nextRequests(4).map { $0.headers["authorization"] }
        #expect(tokens[0] == tokens[1])
        #expect(tokens[1] == tokens[2])
        #expect(tokens[2] != tokens[3])
    }

    @Test func `a new key signs the next request of its app, and the other app keeps its own`() async throws {
        let server = try await MisbehavingServer()
        let client = try await AppStoreClient.make("http://\(server.authority)/accept")
        let pem = try await makePrivateKey()
        _ = await (client.result(app: 0), client.result(app: 1))
        client.replaceKey(ofApp: 0, with: try SigningKey(pem: pem))
        for app in [0, 0, 1] { _ = await client.result(app: app) }
        let tokens = try await server.nextRequests(5).map { String($0.headers["authorization"]?.dropFirst(7) ?? "") }
        let publicKey = try await publicKey(of: pem)
        #expect(tokens.map { verifies($0, publicKey: publicKey) } == [false, false, true, true, false])
        #expect(tokens[2] == tokens[3])
        #expect(tokens[1] == tokens[4])
    }

    private struct Claims: Decodable { let iss, bid: String }

    @Test func `each app has its own issuer and key in its tokens, and one key may serve several apps`() async throws {
        let server = try await MisbehavingServer()
        let pems = [try await makePrivateKey(), try await makePrivateKey()]
        let apps = try [("a", "one", 0), ("b", "one", 0), ("c", "two", 1)].map { bundleID, issuerID, key in
            let signing = try SigningKey(pem: pems[key])
            return AppCredentials(bundleID: bundleID, issuerID: issuerID, keyID: "key\(key)", key: signing)
        }
        var configuration = AppStoreConfiguration(userAgent: "test")
        configuration.productionURL = "http://\(server.authority)/accept"
        let client = try AppStoreClient(configuration, apps: apps)
        for (index, app) in apps.enumerated() {
            #expect(await client.result(app: index) == .accepted(status: 202))
            let token = String(try #require(await server.nextRequest().headers["authorization"]).dropFirst(7))
            let part = try #require(Data(base64URL: token.split(separator: ".")[1]))
            let claims = try JSONDecoder().decode(Claims.self, from: part)
            #expect(claims.iss == app.issuerID)
            #expect(claims.bid == app.bundleID)
            #expect(verifies(token, publicKey: try await publicKey(of: pems[app.keyID == "key0" ? 0 : 1])))
            #expect(!verifies(token, publicKey: try await publicKey(of: pems[app.keyID == "key0" ? 1 : 0])))
        }
    }

    @Test func `plain http does not go through a proxy`() async throws {
        let server = try await MisbehavingServer()
        let client = try await AppStoreClient.make("http://\(server.authority)/accept") {
            $0.proxy = "http://127.0.0.1:\(freePort())"
        }
        #expect(await client.result() == .accepted(status: 202))
    }
}

extension SubmissionResult {
    var failure: TransportFailure? {
        if case .unavailable(.unanswered(let failure)) = self { failure } else { nil }
    }
}
