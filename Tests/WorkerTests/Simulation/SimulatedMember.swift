import AppStoreServer
import Flow
import Kafka
import Worker

/// One worker's pipeline with what is on its way to it.
struct SimulatedMember {
    enum Arrival {
        case answer(AppStoreAnswer)
        case report(DeliveryReport)
        case commit([CommitEntry], generation: Int, KafkaError?)
    }

    var pipeline: Pipeline
    var turn: ConsumerTurn?
    var turnEndsAt = Instant.distantFuture
    var arrivals = DueQueue<Instant, Arrival>()
    /// What its next turn brings before any record.
    var events: [ConsumerEvent] = []
    /// The next offset of each partition that it reads.
    var reading: [Int32: Int64] = [:]
    var paused: Set<Int32> = []
    var generation = 0
    /// Has been told to give its partitions up and has not done so yet.
    var isHolding = false
    var hasEnded = false

    init(pipeline: Pipeline) {
        self.pipeline = pipeline
    }

    mutating func obey(_ orders: ConsumerTurn) {
        paused.formUnion(orders.pause.map(\.partition))
        paused.subtract(orders.resume.map(\.partition))
        if orders.completesRevocation { giveUp() }
    }

    mutating func giveUp() {
        isHolding = false
        reading = [:]
        paused = []
    }

    /// Ends the turn: what it brings, events first.
    mutating func endTurn(_ kafka: SimulatedKafka) -> [ConsumerEvent] {
        let limit = turn?.maximumEvents ?? 0
        turn = nil
        var brought = events
        events = []
        for number in reading.keys.sorted() where !paused.contains(number) {
            guard brought.count < limit, let from = reading[number] else { continue }
            let records = kafka.records(of: number, from: from, atMost: limit - brought.count)
            brought += records.map { .record($0) }
            if let last = records.last { reading[number] = last.offset + 1 }
        }
        return brought
    }

    func hasSomething(_ kafka: SimulatedKafka) -> Bool {
        if !events.isEmpty { return true }
        return reading.contains { number, from in
            !paused.contains(number) && !kafka.records(of: number, from: from, atMost: 1).isEmpty
        }
    }
}
