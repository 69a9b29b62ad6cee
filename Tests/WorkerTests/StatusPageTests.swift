import Flow
import Testing

@testable import HTTPServer
@testable import Worker

/// The status page and its neighbours, as the endpoint answers them.
@Suite(.timeLimit(.minutes(1))) struct StatusPageTests {
    /// What an event, or an answer to one, might hold to break out of the page.
    private static let hostile = #"</td><script>alert(1)</script><img src=x onerror="alert('2')">&amp; \u0000"#

    private func ask(_ path: String, method: String = "GET", of world: PipelineWorld = PipelineWorld()) -> HTTPResponse
    {
        let clock = SystemClock()
        let desk = StatusDesk(clock: clock)
        let log = LogWriter(format: .json, level: .error, clock: clock, descriptor: -1)
        let loop = Task { [view = world.view] in for await question in desk.questions { question.answer(from: view) } }
        defer { loop.cancel() }
        return Endpoint(desk: desk, liveness: Liveness(desk: desk, log: log))
            .answer(HTTPRequest(method: method, path: path, query: "", headers: [], body: []))
    }

    private func page(of status: Status) -> String {
        String(decoding: StatusPage(status, nonce: "abc").bytes, as: UTF8.self)
    }

    @Test func `text from outside never becomes markup`() {
        var status = PipelineWorld().status
        status.apps = [
            LaneStatus(
                app: Self.hostile,
                environment: Self.hostile,
                endpoint: "v2",
                state: .paused,
                ratePerSecond: 1,
                tokens: 1,
                inFlight: 0,
                waiting: 1,
                breaker: "closed",
                pause: LaneStatus.Pause(
                    cause: Self.hostile,
                    answer: Self.hostile,
                    since: status.at,
                    refusedProbes: 1,
                    nextProbe: status.at,
                    check: Self.hostile
                )
            )
        ]
        status.problems = [Problem(level: .trouble, what: Self.hostile, since: nil, next: Self.hostile)]
        status.refusals = [
            RefusedEvent(
                at: status.at,
                record: Self.hostile,
                event: Self.hostile,
                app: Self.hostile,
                reason: Self.hostile,
                stage: Self.hostile,
                message: Self.hostile
            )
        ]
        status.partitions = [PartitionStatus(name: Self.hostile, open: 0, paused: Self.hostile)]
        status.product.topic = Self.hostile
        status.product.group = Self.hostile
        let page = page(of: status)
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(!page.contains("<script>") && !page.contains("<img"))
        #expect(page.split(separator: "<script").count == 2)
        #expect(!page.contains(#"onerror=""#))
    }

    @Test func `the policy forbids all but what carries the nonce, which is new each time`() throws {
        let answers = [ask("/"), ask("/")]
        let policies = try answers.map { try #require($0.headers.value(of: "Content-Security-Policy")) }
        #expect(policies[0] != policies[1])
        for (answer, policy) in zip(answers, policies) {
            #expect(policy.hasPrefix("default-src 'none'; "))
            #expect(!policy.contains("unsafe") && !policy.contains("http"))
            let nonce = try #require(policy.firstMatch(of: /script-src 'nonce-([a-z0-9]{16,})'/)).output.1
            let page = String(decoding: answer.body, as: UTF8.self)
            #expect(page.matches(of: /nonce="([^"]*)"/).map(\.output.1) == [nonce, nonce])
            #expect(page.matches(of: /(?:src|href)="(?!data:)([^"]*)"/).allSatisfy { !$0.output.1.contains("//") })
        }
    }

    @Test(arguments: [
        ("/", "text/html; charset=utf-8"), ("/status.json", "application/json"), ("/healthz", "application/json"),
    ])
    func `a path is answered with its type`(path: String, type: String) {
        let answer = ask(path)
        #expect(answer.status == 200)
        #expect(answer.headers.value(of: "Content-Type") == type)
    }

    @Test(arguments: ["/index.html", "/status", "/favicon.ico", "//", "/..", "/status.json/"])
    func `what is not there is not found`(path: String) {
        #expect(ask(path).status == 404)
    }

    @Test func `nothing can be changed from outside`() {
        #expect(ask("/", method: "POST").status == 405)
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-12_345_678, "-12,345,678")])
    func `numbers are grouped`(number: Int, expected: String) {
        #expect(grouped(number) == expected)
    }

    @Test(arguments: [
        (0, "0 s"), (59, "59 s"), (60, "1 min"), (3599, "59 min"), (11_520, "3 h 12 min"), (187_200, "2 d 4 h"),
    ])
    func `times are told in their largest units`(seconds: Int64, expected: String) {
        #expect(spoken(seconds) == expected)
    }

    @Test(arguments: [
        ("id 200000012345 and 20000001234", "id …2345 and 20000001234"),
        ("3FA85F64-5717-4562-b3fc-2c963f66afa6, 3fa85f64-5717-4562-b3fc", "3FA85F64…, 3fa85f64-5717-4562-b3fc"),
        ("'2000000123456789'.", "'…6789'."), ("nothing at all", "nothing at all"), ("", ""),
        ("é１２３４５６７８９０１２３", "é１２３４５６７８９０１２３"),
    ])
    func `identities are cut short`(text: String, expected: String) {
        #expect(text.withShortenedIdentities == expected)
    }
}
