import AppStoreServer
import Flow
import TestSupport
import Testing
import Worker

/// What becomes of an event, for every row of Apple's errors and both endpoints.
@Suite struct PipelineAnswerTableTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let row: AppleErrorRow
        let isV1: Bool

        var testDescription: String { "\(isV1 ? "V1" : "V2") \(row)" }
    }

    static let cases = AppleErrorRow.all.flatMap { row in
        switch row.endpoints {
        case .both: [Case(row: row, isV1: false), Case(row: row, isV1: true)]
        case .onlyV1: [Case(row: row, isV1: true)]
        case .onlyV2: [Case(row: row, isV1: false)]
        }
    }

    var world = PipelineWorld()

    /// Brings one event of an app that has just had another one accepted, to the point where it is out.
    private mutating func begin(_ given: Case) {
        world.assign()
        let events = [world.event(0), world.event(1)].map { event in
            var event = event
            if given.isV1 { event.body = ("consumptionRequestV1", SampleEvent.v1) }
            return event
        }
        world.deliver(events)
        world.answer(.accepted)
    }

    @Test(arguments: cases) mutating func `R37 the event ends, waits, or waits for its app, as the table says`(
        _ given: Case
    ) {
        begin(given)
        let response = HTTPResponse(status: given.row.status, retryAfter: "7", body: Array(given.row.body.utf8))
        let answer = SubmissionResult(response, at: .seconds(1_800_000_000))
        #expect(world.requests[0].path.text.hasPrefix(given.isV1 ? "/inApps/v1/" : "/inApps/v2/"))
        world.answer(answer)
        switch given.row.consequence {
        case .deadLetter: expectDeadLetter(given.row)
        case .retry, .wait: expectAnotherTry(after: .seconds(7))
        case .pause: expectPause(answer)
        }
    }

    private func expectDeadLetter(_ row: AppleErrorRow) {
        #expect(world.published.count == 1)
        #expect(world.published[0].header("dlq.reason") == row.name ?? "AppStoreError")
        #expect(world.published[0].header("dlq.stage") == "submission")
        #expect(world.published[0].header("dlq.http-status") == "\(row.status)")
        #expect(world.published[0].header("dlq.apple-error-code") == row.code.map { "\($0)" })
        #expect(world.published[0].header("dlq.apple-error-message") == row.code.map { _ in row.message })
        #expect(world.published[0].header("dlq.attempts") == "1")
        #expect(world.requests.isEmpty)
    }

    private mutating func expectAnotherTry(after wait: Duration) {
        #expect(world.published.isEmpty)
        world.pass(wait - .milliseconds(1))
        #expect(world.requests.isEmpty)
        world.pass(.seconds(1))
        expectAcceptance()
    }

    private mutating func expectPause(_ answer: SubmissionResult) {
        // With a fresh token, at once.
        #expect(world.requests.count == 1)
        world.answer(answer)
        #expect(!world.pipeline.unreadiness.isEmpty)
        world.deliver([world.event(2)], from: 2)
        world.pass(.seconds(29))
        #expect(world.published.isEmpty)
        world.pass(.seconds(5))
        expectAcceptance()
        #expect(world.pipeline.unreadiness.isEmpty)
    }

    private mutating func expectAcceptance() {
        #expect(world.requests.count >= 1)
        world.answerAll(.accepted)
        #expect(world.finished.allSatisfy { $0.outcome == .accepted })
        #expect(world.finished.contains { $0.offset == 1 })
        #expect(world.published.isEmpty)
    }
}
