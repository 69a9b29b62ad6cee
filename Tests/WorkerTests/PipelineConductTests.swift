import AppStoreServer
import Flow
import Kafka
import TestSupport
import Testing
import Worker

/// What the pipeline does when the App Store does not simply accept.
@Suite struct PipelineConductTests {
    var world = PipelineWorld()

    @Test mutating func `R52 an outage of two hours dead-letters nothing`() {
        world.assign()
        world.deliver((0..<20).map { world.event($0) })
        for _ in 0..<7200 {
            while !world.requests.isEmpty { world.answer(.serverError) }
            world.pass(.seconds(1))
        }
        #expect(world.published.isEmpty)
        for _ in 0..<600 {
            world.answerAll(.accepted)
            world.pass(.seconds(1))
        }
        #expect(world.finished.count == 20)
        #expect(world.published.isEmpty)
    }

    @Test mutating func `R38 R50 one event that fails for ever is given up while its neighbours flow`() {
        world.assign()
        world.deliver([world.event(0)])
        var number = 1
        while world.published.isEmpty, number < 200 {
            world.deliver([world.event(number)], from: Int64(number))
            number += 1
            while !world.requests.isEmpty {
                world.answer(world.requests[0].path.text.hasSuffix("/20000000") ? .serverError : .accepted)
            }
            world.pass(.seconds(60))
        }
        #expect(world.published[0].header("dlq.reason") == "RetriesExhaustedError")
        #expect(world.published[0].header("dlq.offset") == "0")
        #expect(world.published[0].header("dlq.http-status") == "500")
        #expect(world.finished.count == number - 1)
    }

    @Test mutating func `R39 a limit that is reached for ten minutes uses up nothing and dead-letters nothing`() {
        world.assign()
        world.deliver((0..<10).map { world.event($0) })
        for _ in 0..<600 {
            world.answerAll(.throttled(for: .seconds(2)))
            world.pass(.seconds(1))
        }
        #expect(world.published.isEmpty)
        for _ in 0..<10 {
            world.answerAll(.accepted)
            world.pass(.seconds(5))
        }
        #expect(world.finished.count == 10)
    }

    @Test mutating func `a throttled app waits as long as it was asked to, others go on`() {
        world.assign()
        world.deliver([world.event(1)])
        world.answer(.throttled(for: .seconds(30)))
        var other = world.event(2)
        other.bundleID = "com.example.other"
        world.deliver([other], from: 1)
        #expect(world.requests.map(\.app) == [1])
        world.answer(.accepted)
        world.pass(.seconds(29))
        #expect(world.requests.isEmpty)
        world.pass(.seconds(2))
        #expect(world.requests.map(\.app) == [0])
    }

    @Test mutating func `R44 a refused app is probed with a fresh token at once, then slowly, and loses nothing`() {
        world.assign()
        world.deliver((0..<10).map { world.event($0) })
        #expect(world.requests.count == 10)
        world.answerOutstanding(.unauthorized)
        #expect(world.requests.count == 1)
        #expect(world.pipeline.unreadiness.isEmpty)
        world.answer(.unauthorized)
        #expect(world.requests.isEmpty)
        #expect(!world.pipeline.unreadiness.isEmpty)
        var probes = 0
        for _ in 0..<600 {
            world.pass(.seconds(1))
            #expect(world.requests.count <= 1)
            if !world.requests.isEmpty {
                probes += 1
                world.answer(.unauthorized)
            }
        }
        #expect((3...6).contains(probes))
        while world.requests.isEmpty { world.pass(.seconds(1)) }
        world.answer(.accepted)
        #expect(world.requests.count == 9)
        world.answerAll(.accepted)
        #expect(world.finished.count == 10)
        #expect(world.published.isEmpty)
    }

    @Test mutating func `a new key of a refused app is tried at once, and all that waited follows`() {
        world.assign()
        world.deliver((0..<10).map { world.event($0) })
        world.answerOutstanding(.unauthorized)
        world.answer(.unauthorized)
        world.pass(.seconds(5))
        #expect(world.requests.isEmpty)
        world.replaceKey(ofApp: 1)
        #expect(world.requests.isEmpty)
        world.replaceKey(ofApp: 0)
        #expect(world.requests.count == 1)
        world.answer(.accepted)
        #expect(world.requests.count == 9)
        world.answerAll(.accepted)
        #expect(world.finished.count == 10)
        #expect(world.published.isEmpty)
    }

    @Test mutating func `a probe that went out with the key before says nothing about the new one`() {
        world.assign()
        world.deliver((0..<10).map { world.event($0) })
        world.answerOutstanding(.unauthorized)
        world.replaceKey(ofApp: 0)
        #expect(world.requests.count == 1)
        world.answer(.unauthorized)
        #expect(world.requests.count == 1)
        #expect(world.pipeline.unreadiness.isEmpty)
        world.answer(.unauthorized)
        #expect(world.requests.isEmpty)
        #expect(!world.pipeline.unreadiness.isEmpty)
    }

    @Test mutating func `an event that arrives past its deadline is not sent`() {
        world.assign()
        world.deliver([world.event(1, age: .seconds(12 * 3600 - 300)), world.event(2, age: .seconds(12 * 3600))])
        #expect(world.requests.isEmpty)
        #expect(world.published.map { $0.header("dlq.reason") } == ["DeadlineExceededError", "DeadlineExceededError"])
        #expect(world.published[0].header("dlq.stage") == "deadline")
    }

    @Test mutating func `nothing starts after its deadline, however it is held`() {
        world.assign()
        world.deliver((0..<5).map { world.event($0, age: .seconds(11 * 3600)) })
        for _ in 0..<120 {
            world.answerAll(.serverError)
            world.pass(.seconds(60))
        }
        #expect(world.published.count == 5)
        #expect(world.published.allSatisfy { $0.header("dlq.reason") == "DeadlineExceededError" })
        let deadline = world.started[0].at.date + .seconds(3600 - 300)
        #expect(world.started.allSatisfy { $0.at.date < deadline })
    }

    @Test mutating func `the earliest deadline goes first`() {
        world = PipelineWorld { $0.maxInFlight = 1 }
        world.assign()
        world.deliver([world.event(0), world.event(1, age: .seconds(60)), world.event(2, age: .seconds(3600))])
        for _ in 0..<3 { world.answer(.accepted) }
        #expect(world.started.map { $0.request.path.text.last } == ["2", "1", "0"])
    }

    @Test mutating func `a batch waits for company until it is full or its time is up`() {
        world = PipelineWorld {
            $0.lane.linger = .milliseconds(200)
            $0.lane.batchSize = 3
        }
        world.assign()
        world.deliver([world.event(0)])
        #expect(world.requests.isEmpty)
        world.pass(.milliseconds(199))
        #expect(world.requests.isEmpty)
        world.pass(.milliseconds(1))
        #expect(world.requests.count == 1)
        world.deliver((1..<4).map { world.event($0) }, from: 1)
        #expect(world.requests.count == 4)
    }

    @Test mutating func `R46 with retries the limit holds over any sliding second`() {
        world.assign()
        world.deliver((0..<300).map { world.event($0) })
        var random = SeededGenerator(seed: 7)
        for _ in 0..<4000 {
            while !world.requests.isEmpty {
                world.answer(Int.random(in: 0..<3, using: &random) == 0 ? .serverError : .accepted)
            }
            world.pass(.milliseconds(10))
        }
        #expect(world.finished.count == 300)
        let times = world.started.map(\.at.instant)
        for (first, last) in zip(times, times.dropFirst(50)) { #expect(last - first > .seconds(1)) }
    }

    @Test mutating func `no more than the allowed requests are in flight, and no app takes them all`() {
        world = PipelineWorld {
            $0.maxInFlight = 10
            $0.productionLimit = 1000
        }
        world.assign()
        world.deliver((0..<100).map { world.event($0) })
        #expect(world.requests.count == 10)
        let others = (100..<200).map { number in
            var event = world.event(number)
            event.bundleID = "com.example.other"
            return event
        }
        world.deliver(others, from: 100)
        #expect(world.requests.count == 10)
        for _ in 0..<10 { world.answer(.accepted) }
        #expect(world.requests.count == 10)
        #expect(world.requests.filter { $0.app == 1 }.count == 5)
    }
}
