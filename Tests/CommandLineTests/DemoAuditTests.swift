import ConsumptionRules
import Kafka
import Testing

@testable import consumption_worker

@Suite struct DemoAuditTests {
    /// Something that goes wrong, and the claims (by their place) that must not hold then.
    struct Tampering: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let broken: Set<Int>
        let tamper: @Sendable (inout DemoEvidence) throws -> Void

        init(_ name: String, breaks: Set<Int>, _ tamper: @escaping @Sendable (inout DemoEvidence) throws -> Void) {
            testDescription = name
            broken = breaks
            self.tamper = tamper
        }
    }

    private static func accepted(_ evidence: DemoEvidence) throws -> Int {
        try #require(evidence.requests.firstIndex { $0.status == 202 })
    }

    private static func change(
        _ evidence: inout DemoEvidence,
        _ change: (DemoRequest) -> DemoRequest
    ) throws {
        let index = try accepted(evidence)
        evidence.requests[index] = change(evidence.requests[index])
    }

    static let tamperings = [
        Tampering("an accepted request is missing", breaks: [0, 1]) { $0.requests.remove(at: try accepted($0)) },
        Tampering("a request is accepted twice", breaks: [0, 1]) { $0.requests.append($0.requests[try accepted($0)]) },
        Tampering("a body has a space more", breaks: [1]) { try change(&$0) { $0.with(body: $0.body + [32]) } },
        Tampering("a path has another version", breaks: [1]) {
            try change(&$0) { $0.with(path: "/inApps/v3/transactions/consumption/\($0.transactionID)") }
        },
        Tampering("a request goes to the other App Store", breaks: [1]) {
            try change(&$0) { $0.with(environment: $0.environment == .sandbox ? .production : .sandbox) }
        },
        Tampering("another app signs", breaks: [1]) { try change(&$0) { $0.with(bundleID: "com.example.stranger") } },
        Tampering("a dead letter is missing", breaks: [0, 2]) { $0.deadLetters.removeLast() },
        Tampering("a dead letter comes twice", breaks: [0, 2]) { $0.deadLetters.append($0.deadLetters[0]) },
        Tampering("a dead letter has another value", breaks: [2]) {
            $0.deadLetters[3] = $0.deadLetters[3].with(value: [1])
        },
        Tampering("a dead letter has another key", breaks: [2]) {
            $0.deadLetters[3] = $0.deadLetters[3].with(key: [1])
        },
        Tampering("a dead letter has lost its first header's place", breaks: [2]) {
            $0.deadLetters[3] = $0.deadLetters[3].with(headers: $0.deadLetters[3].headers.reversed())
        },
        Tampering("a dead letter has another reason", breaks: [2]) {
            $0.deadLetters[3] = $0.deadLetters[3].with("dlq.reasons", "AppStoreError")
        },
        Tampering("a dead letter has another stage", breaks: [2]) {
            $0.deadLetters[3] = $0.deadLetters[3].with("dlq.stage", "outer space")
        },
        Tampering("a valid event becomes a dead letter, too", breaks: [0, 2]) { evidence in
            let index = try #require(evidence.events.firstIndex { $0.ending == .accepted })
            evidence.deadLetters.append(evidence.deadLetters[0].with(Evidence.eventHeader, "\(index)"))
        },
        Tampering("a request is sent for an event that is invalid", breaks: [3]) { evidence in
            let event = try #require(evidence.events.first { $0.isKnownToAppStore && $0.report == nil })
            let path = "/inApps/v2/transactions/consumption/\(event.purchase.transactionID)"
            evidence.requests.append(evidence.requests[0].with(path: path, status: 400))
        },
        Tampering("a dead letter of nobody", breaks: [0, 3]) {
            $0.deadLetters.append($0.deadLetters[0].with(Evidence.eventHeader, "none"))
        },
        Tampering("the worker counts one acceptance less", breaks: [0]) { $0.metrics["accepted", default: 0] -= 1 },
        Tampering("the worker counts one dead letter more", breaks: [0]) {
            $0.metrics["dead_lettered", default: 0] += 1
        },
        Tampering("the worker counts one duplicate less", breaks: [0]) { $0.metrics["duplicate", default: 0] -= 1 },
    ]

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `what went right adds up`(seed: UInt64) {
        #expect(DemoEvidence(seed: seed).claims.flatMap(\.objections) == [])
    }

    @Test(arguments: tamperings)
    func `what went wrong does not, and is named`(tampering: Tampering) throws {
        var evidence = DemoEvidence(seed: 2)
        try tampering.tamper(&evidence)
        let claims = evidence.claims
        #expect(Set(claims.indices.filter { !claims[$0].holds }) == tampering.broken)
        let summary = DemoSummary(
            tally: Tally(evidence.evidence),
            claims: claims,
            pageURL: "http://127.0.0.1:1/",
            isStillRunning: false
        )
        #expect(!summary.addsUp)
        #expect(summary.text.contains("It does NOT add up"))
        for objection in claims.flatMap(\.objections) { #expect(summary.text.contains(objection)) }
    }

    @Test func `latencies are those of accepted requests, by rank`() {
        var evidence = DemoEvidence(seed: 2)
        evidence.requests = (1...200).map { index in
            DemoRequest(
                environment: .production,
                path: "/\(evidence.events[index].purchase.transactionID)",
                bundleID: nil,
                body: [],
                status: 202,
                time: evidence.evidence.producedAt[index] + .milliseconds(index)
            )
        }
        let tally = Tally(evidence.evidence)
        #expect(tally.latency(0.5) == .milliseconds(100))
        #expect(tally.latency(0.99) == .milliseconds(198))
        #expect(tally.latency(1) == .milliseconds(200))
        evidence.requests = []
        #expect(Tally(evidence.evidence).latency(0.5) == nil)
    }

    @Test func `repeated requests are counted by their cause`() {
        let evidence = DemoEvidence(seed: 2)
        let tally = Tally(evidence.evidence)
        let stumbles = evidence.events.flatMap(\.stumbles)
        #expect(tally.retries == Dictionary(stumbles.map { ($0, 1) }, uniquingKeysWith: +))
        #expect(tally.refused == 6)
        #expect(tally.requests == tally.accepted + tally.refused + stumbles.count)
    }
}

@Suite struct DemoTextTests {
    @Test func `the worker's numbers are read from its metrics`() {
        let metrics = """
            # HELP consumption_events_total Events that are finished, by what became of them.
            consumption_events_total{outcome="accepted"} 748
            consumption_events_total{outcome="dead_lettered"} 222
            consumption_events_total{outcome="duplicate"} 30
            consumption_retries_total{app="com.example.a",environment="Sandbox",cause="unauthorized"} 2
            consumption_retries_total{app="com.example.a",environment="Production",cause="500"} 9
            consumption_event_latency_seconds_sum 512.5
            """
        let counts = WorkerCounts(metrics: Array(metrics.utf8))
        #expect([counts.accepted, counts.deadLettered, counts.duplicates, counts.retries] == [748, 222, 30, 11])
        #expect(counts.finished == 1_000)
        #expect(
            DemoProgress(produced: 1_000, counts: counts).text
                == "  produced 1,000  accepted  748  dead-lettered  222  waiting    0  retries  11"
        )
    }

    @Test(
        arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (123_456, "123,456"), (-1_234_567, "-1,234,567")]
    )
    func `numbers have a comma after each group of three digits`(number: Int, text: String) {
        #expect(grouped(number) == text)
    }
}
