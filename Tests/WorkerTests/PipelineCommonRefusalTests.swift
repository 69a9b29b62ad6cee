import AppStoreServer
import Flow
import TestSupport
import Testing
import Worker

/// A refusal that is about one event when rare, and about the app when nearly all events get it.
@Suite struct PipelineCommonRefusalTests {
    var world = PipelineWorld()

    init() { world.assign() }

    private var isPaused: Bool { !world.pipeline.unreadiness.isEmpty }

    @Test(arguments: [SubmissionResult.unknownTransaction, .wrongPath])
    mutating func `where others are accepted, it ends its event at once`(_ refusal: SubmissionResult) {
        world.deliver([world.event(0), world.event(1)])
        world.answer(.accepted)
        world.answer(refusal)
        #expect(world.published.count == 1)
        #expect(world.published[0].header("dlq.attempts") == "1")
        #expect(world.published[0].header("dlq.http-status") == "404")
    }

    @Test mutating func `where nothing was accepted so far, it is asked for a second time before it ends`() {
        world.deliver([world.event(0)])
        world.answer(.unknownTransaction)
        #expect(world.published.isEmpty)
        world.pass(.milliseconds(500))
        world.answer(.unknownTransaction)
        #expect(world.published[0].header("dlq.reason") == "TransactionIdNotFoundError")
        #expect(world.published[0].header("dlq.attempts") == "2")
        #expect(!isPaused)
    }

    @Test(arguments: [SubmissionResult.unknownTransaction, .wrongPath])
    mutating func `when all of a burst get it, the app is paused, and nothing is lost`(_ refusal: SubmissionResult) {
        world.deliver((0..<60).map { world.event($0) })
        world.answerOutstanding(refusal)
        #expect(isPaused)
        var probes = 0
        for _ in 0..<600 {
            world.pass(.seconds(1))
            #expect(world.requests.count <= 1)
            probes += world.requests.count
            world.answerOutstanding(refusal)
        }
        #expect((3...6).contains(probes))
        #expect(world.published.isEmpty)
        while world.requests.isEmpty { world.pass(.seconds(1)) }
        world.answer(.accepted)
        #expect(!isPaused)
        for _ in 0..<300 {
            world.answerAll(.accepted)
            world.pass(.seconds(1))
        }
        #expect(world.finished.count == 60)
        #expect(world.published.isEmpty)
    }

    @Test mutating func `each probe is another event's, so that one bad event does not hold the app`() {
        world.deliver((0..<30).map { world.event($0) })
        world.answerOutstanding(.unknownTransaction)
        let before = world.started.count
        for _ in 0..<600 {
            world.pass(.seconds(1))
            world.answerOutstanding(.unknownTransaction)
        }
        let probed = world.started[before...].map(\.request.path.text)
        #expect(probed.count >= 3)
        #expect(Set(probed).count == probed.count)
    }

    @Test mutating func `an app that worked loses at most twenty events before it is paused`() {
        world.deliver((0..<100).map { world.event($0) })
        for _ in 0..<50 { world.answer(.accepted) }
        world.pass(.seconds(2))
        world.answerOutstanding(.unknownTransaction)
        #expect(isPaused)
        #expect((1...20).contains(world.published.count))
    }

    @Test mutating func `events that come one by one lose at most nine before it is paused`() {
        for number in 0..<30 {
            world.deliver([world.event(number)], from: Int64(number))
            world.pass(.seconds(1))
            world.answerOutstanding(.unknownTransaction)
            world.pass(.seconds(1))
            world.answerOutstanding(.unknownTransaction)
        }
        #expect(isPaused)
        #expect(world.published.count <= 9)
    }

    @Test mutating func `nine of ten do not pause an app that has one accepted`() {
        for number in 0..<200 {
            world.deliver([world.event(number)], from: Int64(number))
            world.answer(number % 10 == 0 ? .accepted : .unknownTransaction)
            #expect(!isPaused)
            world.pass(.seconds(1))
        }
        #expect(world.published.count == 180)
    }

    @Test mutating func `a pause is told with its cause and with where to look`() {
        world.deliver((0..<60).map { world.event($0) })
        world.answerOutstanding(.unknownTransaction)
        let causes = world.notes.compactMap { if case .lanePaused(_, let refusal) = $0 { refusal } else { nil } }
        #expect(
            causes == [AppStoreRefusal(status: 404, errorCode: 4_040_010, errorMessage: "Transaction id not found.")]
        )
    }
}
