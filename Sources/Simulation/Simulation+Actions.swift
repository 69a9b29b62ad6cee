import AppStoreServer
import Flow
import Kafka
import Worker

extension Simulation {
    /// Does what a pipeline says, as the adapters would.
    mutating func perform(_ actions: [Action], of worker: Int) {
        for action in actions {
            switch action {
            case .poll(let turn): begin(turn, of: worker)
            case .interruptPoll: wake(worker)
            // Topics are always there in this world, and records tell where partitions end.
            case .check: break
            case .submit(let requests): for request in requests { send(request, from: worker) }
            case .publish(let records): for record in records { publish(record, from: worker) }
            case .readOutcomes(let order): read(order, for: worker)
            case .close(let ending): return close(worker, ending.reason)
            case .renewProducer: if mutation != .producerKept { workers[worker].producerHasFailed = false }
            case .note: break
            }
        }
    }

    private mutating func begin(_ turn: ConsumerTurn, of worker: Int) {
        workers[worker].turnNumber += 1
        workers[worker].turn = turn
        if !turn.commit.isEmpty { order(turn.commit, from: worker) }
        if turn.completesRevocation, mutation != .revokeNeverEnds { release(worker) }
        if mutation != .pausesIgnored { workers[worker].paused.formUnion(turn.pause.map(\.partition)) }
        workers[worker].paused.subtract(turn.resume.map(\.partition))
        if turn.maximumEvents > 0, hasNews(worker) { return wake(worker) }
        after(
            turn.timeout,
            .toWorker(worker, life: workers[worker].life, .turnEnds(number: workers[worker].turnNumber))
        )
    }

    /// Ends the turn that is out, if one is, in a moment.
    mutating func wake(_ worker: Int) {
        guard workers[worker].turn != nil else { return }
        let delivery = Occurrence.Delivery.turnEnds(number: workers[worker].turnNumber)
        after(.microseconds(pick(0...2000)), .toWorker(worker, life: workers[worker].life, delivery))
    }

    private func hasNews(_ worker: Int) -> Bool {
        !workers[worker].inbox.isEmpty
            || readable(worker).contains { partition in
                ledger.logs[Int(partition)].end > workers[worker].positions[partition] ?? .max
            }
    }

    /// In ascending order, for the run must not depend on a dictionary's.
    private func readable(_ worker: Int) -> [Int32] {
        guard !workers[worker].holdsRevoke else { return [] }
        return workers[worker].positions.keys.filter { !workers[worker].paused.contains($0) }.sorted()
    }

    /// What a turn that ends now brings.
    mutating func events(of turn: ConsumerTurn, for worker: Int) -> [ConsumerEvent] {
        var events: [ConsumerEvent] = []
        let most = mutation == .pausesIgnored ? 1000 : turn.maximumEvents
        // What was read before the group spoke comes first, and sometimes there was something.
        if chance(0.5) { read(upTo: most, for: worker, &events) }
        while events.count < most, !workers[worker].inbox.isEmpty {
            if let event = take(workers[worker].inbox.removeFirst(), for: worker) { events.append(event) }
        }
        read(upTo: most, for: worker, &events)
        if turn.wantsEndOffsets {
            let ends = workers[worker].positions.keys.map { (Self.partition($0), ledger.logs[Int($0)].end) }
            events.append(.endOffsets(Dictionary(uniqueKeysWithValues: ends)))
        }
        return events
    }

    private mutating func read(upTo most: Int, for worker: Int, _ events: inout [ConsumerEvent]) {
        for partition in readable(worker) {
            let log = ledger.logs[Int(partition)]
            for record in log.records[log.index(from: workers[worker].positions[partition] ?? .max)...] {
                guard events.count < most else { return }
                workers[worker].positions[partition] = record.offset + 1
                events.append(.record(KafkaRecord(record)))
            }
        }
    }

    static func partition(_ number: Int32) -> TopicPartition { TopicPartition(topic: topic, partition: number) }

    // Dead letters, and what else is published.

    private mutating func publish(_ record: ProducerRecord, from worker: Int) {
        let wait = Duration.milliseconds(pick(1...30))
        if workers[worker].producerHasFailed {
            let report = DeliveryReport(ticket: record.ticket, error: Self.producerFailure)
            return after(wait, .toWorker(worker, life: workers[worker].life, .report(report)))
        }
        let isLost = trouble.contains(.letters) && chance(0.7)
        if isLost, chance(0.1) { failProducer(of: worker, after: wait) }
        // A letter whose acknowledgement is lost is there all the same, and comes once more.
        if !isLost || chance(0.3) {
            after(wait, record.topic == Self.outcomeTopic ? .outcome(record) : .letter(record))
        }
        let error = KafkaError(code: .messageTimedOut, reason: "not acknowledged in time")
        let isReported = isLost && mutation != .losesLetter
        let report = DeliveryReport(ticket: record.ticket, error: isReported ? error : nil)
        after(wait, .toWorker(worker, life: workers[worker].life, .report(report)))
    }

    private static let producerFailure = KafkaError(
        code: .outOfOrderSequenceNumber,
        reason: "the sequence is broken",
        isFatal: true
    )

    private mutating func failProducer(of worker: Int, after wait: Duration) {
        workers[worker].producerHasFailed = true
        record("worker \(worker)'s producer fails for good")
        after(wait, .toWorker(worker, life: workers[worker].life, .losesProducer(Self.producerFailure)))
    }

    /// The broker has a dead letter.
    mutating func take(_ letter: ProducerRecord) {
        guard let partition = letter.number("dlq.partition"), let offset = letter.number("dlq.offset"),
            let written = ledger.record(at: offset, in: Int32(truncatingIfNeeded: partition)),
            let code = letter.text("dlq.reason")
        else { return violate(.buriesOnlyForCause, "a dead letter of a record that never was") }
        record("dead letter \(partition):\(offset) \(code)")
        ledger.bury(offset, in: written.partition)
        let isJust =
            switch (written.nature, code) {
            case (.invalid(let own), _): code == own
            case (_, "DeadlineExceededError"): date >= written.deadline
            case (.refused, _): code == "InvalidTransactionIdError"
            case (.poison, _): code == "RetriesExhaustedError"
            case (.good, _): false
            }
        if !isJust { violate(.buriesOnlyForCause, "\(partition):\(offset), \(written.nature), is buried for \(code)") }
        if letter.value != written.value { violate(.buriesOnlyForCause, "\(partition):\(offset) was changed") }
    }
}

extension KafkaRecord {
    fileprivate init(_ record: WrittenRecord) {
        self.init(
            topicPartition: Simulation.partition(record.partition),
            offset: record.offset,
            timestamp: nil,
            key: nil,
            value: record.value,
            headers: []
        )
    }
}
