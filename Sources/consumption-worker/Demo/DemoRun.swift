import Kafka
import Worker

/// Sends the events on their way and watches until each has come to its end.
struct DemoRun {
    private let events: [DemoEvent]
    private let world: DemoWorld
    private let producer: KafkaProducer
    private var reader: DeadLetterReader
    private var line = LiveLine()
    private var joinedAt: ContinuousClock.Instant?
    private var producedAt: [ContinuousClock.Instant] = []
    private var counts = WorkerCounts()
    private var lastChange = ContinuousClock.now

    /// Over this time the events are produced, evenly.
    private static let productionTime = Duration.seconds(7)
    /// When nothing has changed for so long, nothing will.
    private static let patience = Duration.seconds(20)

    init(_ events: [DemoEvent], _ world: DemoWorld) throws {
        self.events = events
        self.world = world
        producer = try KafkaProducer(properties: ["bootstrap.servers": world.bootstrapServers])
        reader = try DeadLetterReader(world.deadLetterTopic, bootstrapServers: world.bootstrapServers)
    }

    /// Runs to the end, or until nothing moves any more, or until the task is cancelled: nil then.
    mutating func run() async throws -> Evidence? {
        while !Task.isCancelled, !isDone, ContinuousClock.now - lastChange < Self.patience {
            try produceWhatIsDue()
            await look()
            try line.show(text)
            // Cancelled: that is asked above.
            try? await Task.sleep(for: .milliseconds(50))
        }
        try line.end(text)
        await reader.close()
        // What was cut short is on its way to a cluster in this process: there is nothing to wait for but the last few.
        _ = await producer.flush(within: .seconds(1))
        return Task.isCancelled ? nil : evidence
    }

    private var isDone: Bool {
        producedAt.count == events.count && counts.finished == events.count
            && reader.records.count == counts.deadLettered
    }

    private var text: String {
        joinedAt == nil
            ? "  The worker joins its consumer group: about three seconds."
            : DemoProgress(produced: producedAt.count, counts: counts).text
    }

    private var evidence: Evidence {
        Evidence(
            events: events,
            producedAt: producedAt,
            requests: world.store.requests,
            deadLetters: reader.records,
            counts: counts
        )
    }

    private mutating func produceWhatIsDue() throws {
        guard let joinedAt else { return }
        let now = ContinuousClock.now
        let due = min(events.count, Int(Double(events.count) * ((now - joinedAt) / Self.productionTime)))
        guard due > producedAt.count else { return }
        let records = (producedAt.count..<due).map { Evidence.record(of: events[$0], at: $0, topic: world.topic) }
        producedAt += records.map { _ in now }
        for report in producer.publish(records) { if let error = report.error { throw error } }
    }

    private mutating func look() async {
        await reader.read()
        guard let status = await world.status() else { return }
        if joinedAt == nil, status.unreadiness.isEmpty { joinedAt = .now }
        let before = (joinedAt, counts, reader.records.count)
        counts = status.counts
        if before != (joinedAt, counts, reader.records.count) { lastChange = .now }
    }
}
