import AppStoreServer
import Flow
import TestSupport
import Testing
import Worker

/// How the pipeline keeps to the App Store's limits when it is told about them.
@Suite struct PipelineLimitTests {
    var world = PipelineWorld()

    init() { world.assign() }

    /// Starts within the next seconds, with every request accepted a moment later.
    private mutating func starts(within seconds: Int) -> Int {
        let before = world.started.count
        for _ in 0..<(seconds * 100) {
            world.answerAll(.accepted)
            world.pass(.milliseconds(10))
        }
        return world.started.count - before
    }

    @Test mutating func `a 429 lowers the rate by a tenth for a minute`() {
        world.deliver((0..<5000).map { world.event($0) })
        world.answer(.throttled(for: .seconds(1)))
        _ = starts(within: 5)
        #expect((440...450).contains(starts(within: 10)))
        _ = starts(within: 50)
        #expect((480...500).contains(starts(within: 10)))
    }

    @Test mutating func `a whole batch of 429 without Retry-After is one reason to wait`() {
        world.deliver((0..<50).map { world.event($0) })
        world.answerOutstanding(.throttled(for: nil))
        world.pass(.milliseconds(1200))
        #expect(world.requests.count == 50)
    }

    @Test mutating func `the wait grows when the limit is met again and again`() {
        world.deliver([world.event(0)])
        var waits: [Int] = []
        for _ in 0..<6 {
            world.answer(.throttled(for: nil))
            var wait = 0
            while world.requests.isEmpty {
                world.pass(.milliseconds(100))
                wait += 1
            }
            waits.append(wait)
        }
        #expect(zip([5, 10, 20, 40, 80, 160], waits).allSatisfy { ($0...($0 + 3)).contains($1) })
    }

    @Test(arguments: [(Duration.seconds(36_000), 3600), (.milliseconds(1), 0)])
    mutating func `R53 Retry-After is held within bounds`(asked: Duration, seconds: Int) {
        world.deliver([world.event(0)])
        world.answer(.throttled(for: asked))
        #expect(world.requests.isEmpty)
        world.pass(.seconds(seconds))
        #expect(world.requests.isEmpty)
        world.pass(.seconds(2))
        #expect(world.requests.count == 1)
    }

    @Test mutating func `each time that the limit is met it is told, not only the first time`() {
        world.deliver([world.event(0)])
        for _ in 0..<3 {
            world.answer(.throttled(for: .seconds(1)))
            world.pass(.seconds(2))
        }
        #expect(world.notes.count { if case .laneHeld = $0 { true } else { false } } == 3)
    }

    @Test mutating func `after an outage one request asks first, then more and more, within the limit`() {
        world.deliver((0..<500).map { world.event($0) })
        for _ in 0..<600 {
            world.answerOutstanding(.timeout)
            world.pass(.seconds(1))
        }
        while world.requests.isEmpty { world.pass(.milliseconds(100)) }
        var steps: [Int] = []
        let before = world.started.count
        while world.finished.count < 500 {
            steps.append(world.requests.count)
            world.answerOutstanding(.accepted)
            world.pass(.milliseconds(100))
        }
        // Each acceptance doubles what may be out.
        #expect(steps.prefix(3).elementsEqual([1, 2, 8]))
        let times = world.started[before...].map(\.at.instant)
        for (first, last) in zip(times, times.dropFirst(50)) { #expect(last - first > .seconds(1)) }
    }

    @Test mutating func `a server that is down and says for how long is left alone for so long`() {
        world.deliver((0..<5).map { world.event($0) })
        world.answerOutstanding(.unavailable(for: .seconds(30)))
        world.deliver([world.event(5)], from: 5)
        world.pass(.seconds(29))
        #expect(world.requests.isEmpty)
        world.pass(.seconds(2))
        #expect(world.requests.count == 6)
    }

    @Test mutating func `one event that a server is not there for holds no other`() {
        world.deliver([world.event(0), world.event(1)])
        world.answer(.accepted, at: 1)
        world.answer(.unavailable(for: .seconds(30)))
        world.deliver([world.event(2)], from: 2)
        world.pass(.seconds(1))
        #expect(world.requests.map(\.path.text) == ["/inApps/v2/transactions/consumption/20000002"])
    }

    @Test mutating func `requests that wait for a connection count from when they leave`() {
        world.deliver((0..<100).map { world.event($0) })
        world.pass(.milliseconds(400))
        for _ in 0..<50 { world.answer(.accepted, sentAfter: .milliseconds(300)) }
        world.pass(.milliseconds(900))
        #expect(world.requests.isEmpty)
        world.pass(.milliseconds(100))
        #expect(world.requests.count == 50)
    }

    @Test mutating func `requests that start together count from when the last of them may have arrived`() {
        world.deliver((0..<100).map { world.event($0) })
        for _ in 0..<50 {
            world.pass(.milliseconds(4))
            world.answer(.accepted)
        }
        // The first was answered after 4 ms, the last after 200 ms: it may have arrived as late as after 196 ms.
        world.pass(.milliseconds(809))
        #expect(world.requests.isEmpty)
        world.pass(.milliseconds(1))
        #expect(world.requests.count == 1)
        world.pass(.milliseconds(195))
        #expect(world.requests.count == 49)
        world.pass(.milliseconds(1))
        #expect(world.requests.count == 50)
    }

    @Test mutating func `how long a server takes for single requests costs nothing`() {
        world = PipelineWorld { $0.productionLimit = 2 }
        world.assign()
        world.deliver((0..<4).map { world.event($0) })
        world.answer(.accepted)
        world.pass(.milliseconds(90))
        world.answer(.accepted)
        world.pass(.milliseconds(920))
        #expect(world.requests.count == 2)
    }

    @Test(arguments: [2, 3, 6]) mutating func `a small limit over many partitions is used by every worker of a group`(
        workers: Int32
    ) {
        var starts: [Instant] = []
        for worker in 0..<workers {
            var world = PipelineWorld { $0.productionLimit = 5 }
            let owned = (worker * 12 / workers)...((worker + 1) * 12 / workers - 1)
            world.assign(owned, of: 12)
            world.deliver((0..<200).map { world.event($0) }, to: owned.lowerBound)
            for _ in 0..<3000 {
                world.answerAll(.accepted)
                world.pass(.milliseconds(10))
            }
            #expect(world.started.count >= 30 * 5 / Int(workers) * 9 / 10)
            starts += world.started.map(\.at.instant)
        }
        starts.sort { $0 < $1 }
        for (first, last) in zip(starts, starts.dropFirst(5)) { #expect(last - first > .seconds(1)) }
    }
}
