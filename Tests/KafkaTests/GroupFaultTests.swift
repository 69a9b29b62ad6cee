import Kafka
import Testing

/// What has gone wrong elsewhere between a member and its group: the numbers are those of Tests/Stories.md.
@Suite(.timeLimit(.minutes(3))) struct GroupFaultTests {
    let cluster: MockCluster
    let partition = TopicPartition(topic: "events", partition: 0)

    init() throws {
        cluster = try MockCluster()
        try cluster.createTopic("events", partitions: 2)
    }

    func consumer() throws -> KafkaConsumer {
        try KafkaConsumer(
            properties: [
                "bootstrap.servers": cluster.bootstrapServers, "session.timeout.ms": "6000",
                "heartbeat.interval.ms": "500",
            ],
            topics: ["events"],
            groupID: "workers"
        )
    }

    /// Takes turns that let go of whatever the group takes away.
    func turnsLettingGo(
        of consumer: KafkaConsumer,
        _ orders: ConsumerTurn = ConsumerTurn(timeout: .milliseconds(100), maximumEvents: 1000),
        until isEnough: ([ConsumerEvent]) -> Bool
    ) async -> [ConsumerEvent] {
        var events: [ConsumerEvent] = []
        var orders = orders
        let deadline = ContinuousClock.now + .seconds(60)
        while !isEnough(events) {
            guard .now < deadline else {
                Issue.record("not enough after 60 seconds: \(events.suffix(20))")
                break
            }
            let new = await turns(of: consumer, orders) { _ in true }
            orders = ConsumerTurn(timeout: .milliseconds(100), maximumEvents: 1000)
            orders.completesRevocation = !new.revoking.isEmpty
            events += new
        }
        return events
    }

    func write(_ numbers: Range<Int>) async throws {
        _ = try await KafkaTests.write(numbered(numbers, topic: "events"), to: cluster.bootstrapServers)
    }

    func committing(_ nextOffset: Int64) -> ConsumerTurn {
        var orders = ConsumerTurn(timeout: .milliseconds(100), maximumEvents: 1000)
        orders.commit = [CommitEntry(topicPartition: partition, nextOffset: nextOffset)]
        return orders
    }

    @Test func `R03 a commit refused as of another generation costs no record`() async throws {
        try await write(0..<5)
        let consumer = try consumer()
        var events = await turnsLettingGo(of: consumer) { $0.records.count == 5 }
        cluster.push([.illegalGeneration], to: .offsetCommit)
        events += await turnsLettingGo(of: consumer, committing(5)) { !$0.committed.isEmpty }
        #expect(events.committed.map(\.error?.code) == [.illegalGeneration])
        try await write(5..<10)
        events += await turnsLettingGo(of: consumer) { $0.records.contains { $0.offset == 9 } }
        #expect(Set(events.records.map(\.offset)) == Set(0..<10))
        events += await turnsLettingGo(of: consumer, committing(10)) { !$0.committed.isEmpty }
        #expect(events.committed.last?.error == nil)
    }

    @Test func `R04 a commit that is slow and fails while another member joins does not silence anyone`() async throws {
        try await write(0..<5)
        let first = try consumer()
        _ = await turnsLettingGo(of: first) { $0.records.count == 5 }
        cluster.push([.rebalanceInProgress], to: .offsetCommit)
        try cluster.setRoundTripTime(.seconds(2))
        let second = try consumer()
        async let joined = turnsLettingGo(of: second) { !$0.assigned.isEmpty }
        let events = await turnsLettingGo(of: first, committing(5)) { !$0.committed.isEmpty && !$0.assigned.isEmpty }
        #expect(events.committed.first?.error?.code == .rebalanceInProgress)
        let given = await joined.assigned
        try cluster.setRoundTripTime(.zero)
        try await write(5..<10)
        let reader = given.contains { $0.topicPartition == partition } ? second : first
        let read = await turnsLettingGo(of: reader) { $0.records.contains { $0.offset == 9 } }
        #expect(Set(read.records.map(\.offset)).isSuperset(of: 5..<10))
    }

    @Test func `R25 a member that asks the wrong coordinator again and again gets its partitions in the end`()
        async throws
    {
        cluster.push(Array(repeating: .notCoordinator, count: 5), to: .joinGroup)
        let consumer = try consumer()
        let events = await turns(of: consumer) { !$0.assigned.isEmpty }
        #expect(events.assigned.count == 2)
        #expect(events.failures.allSatisfy { !$0.isFatal })
    }

    @Test func `R31 connections that break off again and again move no position`() async throws {
        try await write(0..<5)
        let consumer = try consumer()
        var events = await turns(of: consumer) { $0.records.count == 5 }
        cluster.push(Array(repeating: .transport, count: 5), to: .fetch)
        cluster.push(Array(repeating: .transport, count: 5), to: .listOffsets)
        let end = ContinuousClock.now + .seconds(5)
        events += await turns(of: consumer) { _ in .now > end }
        try await write(5..<10)
        events += await turns(of: consumer) { $0.records.count == 5 }
        #expect(events.positionLosses == [])
        #expect(events.records.map(\.offset) == Array(0..<10))
    }
}
