import Kafka
import Testing

@Suite(.timeLimit(.minutes(3))) struct MockClusterConsumerTests {
    let cluster: MockCluster
    let partitions = (0..<4).map { TopicPartition(topic: "events", partition: $0) }

    init() throws {
        cluster = try MockCluster()
        try cluster.createTopic("events", partitions: 4)
    }

    func consumer(_ properties: [String: String] = [:], of topic: String = "events") throws -> KafkaConsumer {
        let common = ["session.timeout.ms": "6000", "heartbeat.interval.ms": "500"]
        let given = properties.merging(common) { own, _ in own }
            .merging(["bootstrap.servers": cluster.bootstrapServers]) { $1 }
        return try KafkaConsumer(properties: given, topics: [topic], groupID: "workers")
    }

    @Test func `without a committed position a partition is read from its beginning`() async throws {
        _ = try await write(numbered(0..<5, topic: "events"), to: cluster.bootstrapServers)
        let events = await turns(of: try consumer()) { $0.records.count == 5 }
        #expect(
            Set(events.assigned)
                == Set(partitions.map { AssignedPartition(topicPartition: $0, committed: nil, partitionCount: 4) })
        )
        #expect(events.records.map(\.offset) == [0, 1, 2, 3, 4])
        #expect(events.records.map(\.value) == (0..<5).map { Array("\($0)".utf8) })
    }

    @Test func `without a committed position it is read from its end where the user says latest`() async throws {
        _ = try await write(numbered(0..<5, topic: "events"), to: cluster.bootstrapServers)
        let consumer = try consumer(["auto.offset.reset": "latest"])
        _ = await assignment(of: consumer)
        _ = await turns(of: consumer) { _ in true }
        var ends = ConsumerTurn(timeout: .milliseconds(100), maximumEvents: 100)
        ends.wantsEndOffsets = true
        // The end is looked up after the assignment; records written before that would not be seen.
        while await consumer.turn(ends).endOffsets[partitions[0]] != 5 {}
        _ = try await write(numbered(5..<7, topic: "events"), to: cluster.bootstrapServers)
        let events = await turns(of: consumer) { $0.records.count == 2 }
        #expect(events.records.map(\.offset) == [5, 6])
    }

    @Test func `committed positions and their metadata come back at the next assignment`() async throws {
        _ = try await write(numbered(0..<5, topic: "events"), to: cluster.bootstrapServers)
        let first = try consumer()
        _ = await turns(of: first) { $0.records.count == 5 }
        let departure = await first.close(
            committing: [CommitEntry(topicPartition: partitions[0], nextOffset: 3, metadata: "done: 4 ✓")],
            within: .seconds(10)
        )
        #expect(departure.events.committed.map(\.error) == [nil])
        #expect(departure.hasLeftGroup)
        let events = await turns(of: try consumer()) { $0.records.count == 2 }
        let given = AssignedPartition(
            topicPartition: partitions[0],
            committed: 3,
            metadata: Array("done: 4 ✓".utf8),
            partitionCount: 4
        )
        #expect(events.assigned.first { $0.topicPartition == partitions[0] } == given)
        #expect(events.records.map(\.offset) == [3, 4])
    }

    @Test func `an assignment waits for the committed positions as long as they cannot be had`() async throws {
        cluster.push([.groupAuthorizationFailed, .groupAuthorizationFailed], to: .offsetFetch)
        let events = await turns(of: try consumer()) { !$0.assigned.isEmpty }
        #expect(events.failures.map(\.code) == [.groupAuthorizationFailed, .groupAuthorizationFailed])
        #expect(events.assigned.count == 4)
    }

    @Test func `a paused partition is silent and goes on where it was`() async throws {
        _ = try await write(numbered(0..<1_000, topic: "events"), to: cluster.bootstrapServers)
        let consumer = try consumer()
        let few = ConsumerTurn(timeout: .milliseconds(100), maximumEvents: 10)
        var events = await turns(of: consumer, few) { !$0.records.isEmpty }
        var orders = few
        orders.pause = [partitions[0], partitions[0]]
        let quiet = await consumer.turn(orders) + consumer.turn(few) + consumer.turn(few)
        #expect(quiet.records.map(\.offset) == [])
        orders.pause = []
        orders.resume = [partitions[0], partitions[1]]
        events += await turns(of: consumer, orders) { $0.records.last?.offset == 999 }
        #expect(events.records.map(\.offset) == Array(0..<1_000))
    }

    @Test(arguments: [false, true])
    func `a partition that was lost, given back and paused at once goes on where it was committed`(
        isPausedBefore: Bool
    ) async throws {
        try cluster.createTopic("single", partitions: 1)
        let single = TopicPartition(topic: "single", partition: 0)
        _ = try await write(numbered(0..<10, topic: "single"), to: cluster.bootstrapServers)
        let consumer = try consumer(of: "single")
        _ = await turns(of: consumer) { $0.records.count == 10 }
        var orders = ConsumerTurn(timeout: .milliseconds(100), maximumEvents: 1)
        orders.commit = [CommitEntry(topicPartition: single, nextOffset: 5)]
        #expect(await turns(of: consumer, orders) { !$0.committed.isEmpty }.committed.map(\.error) == [nil])
        orders.commit = []
        if isPausedBefore { orders.pause = [single] }
        cluster.push([.illegalGeneration], to: .heartbeat)
        let events = await turns(of: consumer, orders) { !$0.lost.isEmpty && !$0.assigned.isEmpty }
        #expect(events.assigned.map(\.committed) == [5])
        orders.pause = [single]
        var after = await consumer.turn(orders)
        orders.pause = []
        for _ in 0..<5 { after += await consumer.turn(orders) }
        orders.resume = [single]
        orders.maximumEvents = 100
        after += await turns(of: consumer, orders) { $0.records.last?.offset == 9 }
        #expect(after.records.map(\.offset) == [5, 6, 7, 8, 9])
    }

    @Test func `R19 resuming what is not paused reads nothing twice`() async throws {
        _ = try await write(numbered(0..<500, topic: "events"), to: cluster.bootstrapServers)
        let consumer = try consumer()
        var orders = ConsumerTurn(timeout: .milliseconds(100), maximumEvents: 50)
        var events = await turns(of: consumer, orders) { !$0.records.isEmpty }
        orders.resume = partitions
        while events.records.last?.offset != 499 { events += await consumer.turn(orders) }
        #expect(events.records.map(\.offset) == Array(0..<500))
    }

    @Test func `R17 with everything paused, turns keep the membership past the longest poll interval`() async throws {
        let consumer = try consumer(["max.poll.interval.ms": "6000"])
        var orders = ConsumerTurn(timeout: .milliseconds(200), maximumEvents: 100)
        _ = await assignment(of: consumer)
        orders.pause = partitions
        let end = ContinuousClock.now + .seconds(9)
        let events = await turns(of: consumer, orders) { _ in .now > end }
        #expect(events.failures == [])
        #expect(events.lost == [])
    }

    @Test func `R16 R21 a consumer that takes no turns loses its assignment, is told so and gets a new one`()
        async throws
    {
        let consumer = try consumer(["max.poll.interval.ms": "6000"])
        _ = await assignment(of: consumer)
        try await Task.sleep(for: .seconds(8))
        let events = await turns(of: consumer) { !$0.assigned.isEmpty }
        #expect(events.failures.contains { $0.code == .maximumPollExceeded })
        #expect(Set(events.lost) == Set(partitions))
        #expect(events.revoking == [])
    }

    @Test func `a turn that asks for no events brings none, carries out its orders, and loses none`() async throws {
        _ = try await write(numbered(0..<100, topic: "events"), to: cluster.bootstrapServers)
        let consumer = try consumer()
        var events = await turns(of: consumer, ConsumerTurn(timeout: .milliseconds(100), maximumEvents: 10)) {
            !$0.records.isEmpty
        }
        var resting = ConsumerTurn(timeout: .milliseconds(100), maximumEvents: 0)
        resting.commit = [CommitEntry(topicPartition: partitions[1], nextOffset: 7)]
        #expect(await consumer.turn(resting).isEmpty)
        events += await turns(of: consumer) { $0.records.last?.offset == 99 && !$0.committed.isEmpty }
        #expect(events.records.map(\.offset) == Array(0..<100))
        #expect(events.committed.map(\.nextOffset) == [7])
    }

    @Test(arguments: [10, 0])
    func `an interrupt ends a turn that waits, and one that comes before ends the next`(
        maximumEvents: Int
    ) async throws {
        let consumer = try consumer()
        _ = await assignment(of: consumer)
        let clock = ContinuousClock()
        let long = ConsumerTurn(timeout: .seconds(60), maximumEvents: maximumEvents)
        consumer.interrupt()
        #expect(await clock.measure { _ = await consumer.turn(long) } < .seconds(50))
        async let waiting = clock.measure { _ = await consumer.turn(long) }
        try await Task.sleep(for: .milliseconds(300))
        consumer.interrupt()
        #expect(await waiting < .seconds(50))
    }

    @Test func `the answer to a commit says for each partition why it was refused`() async throws {
        let consumer = try consumer()
        _ = await assignment(of: consumer)
        var orders = ConsumerTurn(timeout: .milliseconds(100), maximumEvents: 100)
        orders.commit = [CommitEntry(topicPartition: partitions[1], nextOffset: 7)]
        cluster.push([.illegalGeneration], to: .offsetCommit)
        let refused = await turns(of: consumer, orders) { !$0.committed.isEmpty }.committed
        #expect(refused.map(\.nextOffset) == [7])
        #expect(refused.map(\.error?.code) == [.illegalGeneration])
        #expect(refused.allSatisfy { $0.error?.code.isExpectedInRebalance == true })
    }

    @Test func `a start that cannot be looked up is tried again`() async throws {
        _ = try await write(numbered(0..<5, topic: "events"), to: cluster.bootstrapServers)
        cluster.push(Array(repeating: .topicAuthorizationFailed, count: 4), to: .listOffsets)
        let events = await turns(of: try consumer()) { $0.records.count == 5 }
        #expect(events.failures.contains { $0.code == .topicAuthorizationFailed })
        #expect(events.positionLosses == [])
        #expect(events.records.map(\.offset) == [0, 1, 2, 3, 4])
    }

    @Test func `R29 a position that is not in the log stops its partition and never jumps`() async throws {
        try cluster.createTopic("single", partitions: 1)
        _ = try await write(numbered(0..<5, topic: "single"), to: cluster.bootstrapServers)
        let consumer = try consumer(of: "single")
        _ = await turns(of: consumer) { $0.records.count == 5 }
        cluster.push(Array(repeating: .offsetOutOfRange, count: 4), to: .fetch)
        let loss = try #require(await turns(of: consumer) { $0.positionLosses.count == 1 }.positionLosses.first)
        #expect(loss.topicPartition == TopicPartition(topic: "single", partition: 0))
        #expect(loss.position == 5)
        #expect(loss.available == 0..<5)
        cluster.clearErrors(of: .fetch)
        _ = try await write(numbered(5..<10, topic: "single"), to: cluster.bootstrapServers)
        let end = ContinuousClock.now + .seconds(2)
        #expect(await turns(of: consumer) { _ in .now > end }.records == [])
    }

    @Test func `R54 a topic that may not be read is told, and read once it may be`() async throws {
        cluster.setError(.topicAuthorizationFailed, ofTopic: "events")
        let consumer = try consumer(["topic.metadata.refresh.interval.ms": "2000"])
        let before = await turns(of: consumer) { !$0.failures.isEmpty }
        #expect(before.failures.map(\.code) == [.topicAuthorizationFailed])
        #expect(before.failures.allSatisfy { !$0.isFatal })
        cluster.setError(nil, ofTopic: "events")
        #expect(await assignment(of: consumer).count == 4)
    }

    @Test func `R11 a member whose instance id another one took is told that this is fatal`() async throws {
        let consumer = try consumer(["group.instance.id": "one"])
        _ = await assignment(of: consumer)
        cluster.push([.fencedInstanceID], to: .heartbeat)
        let failures = await turns(of: consumer) { $0.failures.contains(where: \.isFatal) }.failures
        #expect(failures.first(where: \.isFatal)?.code == .fencedInstanceID)
        #expect(failures.allSatisfy { !$0.isRetriable })
    }

    @Test func `properties of the other kind of client are taken without a word`() async throws {
        let consumer = try consumer(["linger.ms": "5", "compression.type": "none"])
        let events = await turns(of: consumer) { !$0.assigned.isEmpty }
        #expect(events.logLines.filter { $0.facility == "CONFWARN" } == [])
    }

    @Test func `statistics come as JSON when they are asked for`() async throws {
        let events = await turns(of: try consumer(["statistics.interval.ms": "100"])) { !$0.statistics.isEmpty }
        #expect(events.statistics.allSatisfy { $0.hasPrefix("{") && $0.contains("\"join_state\"") })
    }

    @Test func `log lines come as events`() async throws {
        let events = await turns(of: try consumer(["debug": "cgrp"])) { !$0.assigned.isEmpty }
        #expect(events.logLines.contains { $0.level == 7 && $0.facility == "CGRPJOINSTATE" })
    }
}
