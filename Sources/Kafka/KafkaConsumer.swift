internal import CRdkafka

/// A member of a consumer group that does what each turn orders and tells what happened, in one list.
///
/// It runs on a thread of its own, since a turn waits in librdkafka. The positions it starts from are those committed;
/// it commits nothing that it was not told to. Close it: one that just goes keeps its partitions until the session
/// times out.
package actor KafkaConsumer {
    let client: ConsumerClient
    let topics: [String]
    let start: StartPosition
    var assignment = Assignment()
    var held: HeldRebalance?
    /// What was ordered to be committed and has not been answered.
    var committing: [CommitEntry] = []
    var isClosing = false
    let inquiry = BrokerInquiry()
    private var nudge = FetchNudge()
    /// No record has come since: one nudge will do, also where the log ends with what is never handed on.
    var isNudged = false
    private let executor = BlockingExecutor(label: "kafka.consumer")

    /// Makes the client and subscribes; throws the property that librdkafka refuses.
    ///
    /// A broker that cannot be reached is no error here, but a `failure` event of a turn.
    package init(properties: [String: String], topics: [String], groupID: String) throws(KafkaError) {
        client = try ConsumerClient(properties: properties, topics: topics, groupID: groupID)
        self.topics = topics
        start = StartPosition(properties)
    }

    /// Makes a client that is no member of the group and only keeps positions there: see `takeAll`.
    ///
    /// A `failure` with the code `partitionEnd` tells where a partition ends, which records that only librdkafka sees may follow.
    package init(properties: [String: String], aloneOn topic: String, groupID: String) throws(KafkaError) {
        client = try ConsumerClient(.reader(groupID: groupID), properties: properties)
        topics = [topic]
        start = StartPosition(properties)
    }

    /// The thread of its own.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Makes a waiting turn return at once, or else the next one.
    package nonisolated func interrupt() {
        client.interrupt()
    }

    /// Carries out the orders, then waits for something to happen, and returns all that has.
    ///
    /// Call it again and again, also with everything paused: it is what keeps the membership alive
    /// (`max.poll.interval.ms`). It may take 8 seconds longer than its timeout while committed positions are waited for,
    /// and 1 second longer for each lost position. Once `close` was called it returns nothing, at once.
    package func turn(_ turn: ConsumerTurn) -> [ConsumerEvent] {
        guard !isClosing else { return [] }
        var events: [ConsumerEvent] = []
        obey(turn, &events)
        advanceHeld(&events)
        restartDue(&events)
        var timeout = events.isEmpty ? longestWait(turn.timeout).milliseconds : 0
        if turn.maximumEvents == 0 { client.rest(timeout: timeout) }
        if !client.hasEvents, let limit = hurryFetch() { timeout = min(timeout, limit.milliseconds) }
        while events.count < turn.maximumEvents, let event = client.poll(timeout: timeout) {
            receive(event, &events)
            timeout = 0
        }
        return events
    }

    /// Sees to it that records come which are there and have not been fetched.
    ///
    /// - Returns: How long to wait at most before it is to be seen to again; `nil` for as long as one likes.
    private func hurryFetch() -> Duration? {
        guard client.sleepsWhenFull, !isNudged else { return nil }
        guard nudge.isDue() else { return FetchNudge.interval }
        let behind = assignment.partitions.filter { partition in
            guard !partition.isPaused, let position = partition.position else { return false }
            return client.knownEnd(of: partition.topicPartition).map { position < $0 } ?? false
        }
        guard !behind.isEmpty else { return nil }
        isNudged = nudge.give(behind.map(\.topicPartition), of: client)
        return isNudged ? nil : FetchNudge.interval
    }

    /// The timeout, or less when something is due before.
    private func longestWait(_ timeout: Duration) -> Duration {
        guard let due = [held?.due, assignment.nextRestart].compactMap({ $0 }).min() else { return timeout }
        return max(.zero, min(timeout, ContinuousClock.now.duration(to: due)))
    }
}
