import Flow
import Kafka

/// Reads a topic, mostly the one of the dead letters, up to where it ends when reading begins, and keeps a group's positions
/// when told to.
struct LetterReader {
    private let consumer: KafkaConsumer
    private let topic: String
    /// What is still to come of each partition.
    private var rest: [TopicPartition: Range<Int64>] = [:]
    /// Records that have come and were not asked for yet, the next one last.
    private var waiting: [KafkaRecord] = []
    private var restarts: [TopicPartition] = []
    /// What is settled already, as the group's positions say.
    private(set) var progress = LetterProgress()
    private var commits: [CommitOutcome]?
    private var problem: KafkaError?
    private var quietSince = ContinuousClock.now
    /// The partition to read; nil for all.
    private let onlyPartition: Int32?
    /// Reads from where it was told, not from a group's positions.
    private var isFree = false
    /// Reads what is yet to be written, for which there is no saying how long it takes.
    private var isEndless = false

    /// How long the brokers may have nothing to say while something is waited for.
    private static let patience: Duration = .seconds(30)

    /// - Throws: The property that librdkafka refuses.
    init(
        _ topic: String,
        properties: [String: String],
        groupID: String,
        onlyPartition: Int32? = nil
    ) throws(KafkaError) {
        // An unknown group reads from the beginning, whatever the worker does.
        let own = properties.merging(["auto.offset.reset": "earliest"]) { $1 }
        consumer = try KafkaConsumer(properties: own, aloneOn: topic, groupID: groupID)
        self.topic = topic
        self.onlyPartition = onlyPartition
    }

    /// How many offsets are still to be read.
    var restCount: Int { rest.values.reduce(waiting.count) { $0 + $1.count } }

    /// Waits for the partitions and finds out where they end.
    ///
    /// - Parameter startsOver: Begin at the oldest record rather than at the group's positions.
    mutating func start(startsOver: Bool) async throws(LetterFailure) {
        let partitions = try await answer { consumer throws(KafkaError) in
            try await consumer.takeAll(within: .seconds(5))
        }
        let wanted = partitions.filter { onlyPartition == nil || $0.topicPartition.partition == onlyPartition }
        let available = await consumer.availableOffsets(of: wanted.map(\.topicPartition), within: .seconds(10))
        for partition in wanted {
            guard let offsets = available[partition.topicPartition] else { throw failure("does not say where it ends") }
            begin(partition, offsets, startsOver)
        }
    }

    /// Finds out where to begin, whatever the group's positions, and where the topic ends.
    mutating func start(at start: ReadingStart) async throws(LetterFailure) {
        let partitions = try await answer { consumer throws(KafkaError) in
            try await consumer.partitions(within: .seconds(5))
        }
        let available = await consumer.availableOffsets(of: partitions, within: .seconds(10))
        guard available.count == partitions.count else { throw failure("does not say where it ends") }
        do throws(KafkaError) {
            let starts = try await start.offsets(in: available, asking: consumer)
            try await consumer.take(starts)
            for (partition, first) in starts {
                // From the end on there is always more to come.
                rest[partition] = first..<(start == .end ? .max : available[partition]?.upperBound ?? first)
            }
        } catch {
            try note(error)
            throw failure("does not say where to begin")
        }
        (isFree, isEndless) = (true, start == .end)
    }

    /// Whether the next record is there already, so that nobody waits for it.
    var hasNext: Bool { !waiting.isEmpty }

    /// The next record; nil once all are read that were there at the start, or somebody has asked for an end.
    mutating func next(until stop: StopFlag? = nil) async throws(LetterFailure) -> KafkaRecord? {
        quietSince = .now
        while waiting.isEmpty {
            if stop?.isUp == true || rest.values.allSatisfy(\.isEmpty) { return nil }
            var turn = ConsumerTurn(timeout: .milliseconds(200), maximumEvents: 500)
            turn.resume = Array(rest.keys)
            try await take(turn)
        }
        return waiting.popLast()
    }

    /// Has the group keep positions, and waits until the broker has them.
    mutating func commit(_ positions: [CommitEntry]) async throws(LetterFailure) {
        quietSince = .now
        var entries = positions
        while !entries.isEmpty {
            commits = nil
            // Held back, since every record comes before the answer.
            var turn = ConsumerTurn(timeout: .milliseconds(100), maximumEvents: 500)
            turn.pause = Array(rest.keys)
            turn.commit = entries
            try await take(turn)
            while commits == nil { try await take(ConsumerTurn(timeout: .milliseconds(100), maximumEvents: 500)) }
            let refused = (commits ?? []).filter { $0.error != nil }
            if let error = refused.compactMap(\.error).first { try note(error) }
            entries = entries.filter { entry in refused.contains { $0.topicPartition == entry.topicPartition } }
            if !entries.isEmpty { try await take(ConsumerTurn(timeout: .milliseconds(300), maximumEvents: 1)) }
        }
    }

    /// Whether the broker has kept the metadata that was committed last.
    mutating func keepsMetadata() async throws(LetterFailure) -> Bool {
        do throws(KafkaError) {
            return try await consumer.committedPositions(within: .seconds(10)).contains { $0.metadata != nil }
        } catch {
            try note(error)
            throw failure("does not say what was committed")
        }
    }

    /// Lets go of the client in good order.
    func close() async {
        // What was to be committed is committed.
        _ = await consumer.close(within: .seconds(5))
    }
}

extension LetterReader {
    /// Asks for the partitions again and again until there is an answer.
    private mutating func answer<Partition>(
        _ ask: (KafkaConsumer) async throws(KafkaError) -> [Partition]
    ) async throws(LetterFailure) -> [Partition] {
        quietSince = .now
        while true {
            do throws(KafkaError) {
                let partitions = try await ask(consumer)
                if !partitions.isEmpty { return partitions }
            } catch {
                try note(error)
                // Why there is no answer is told here.
                try await take(ConsumerTurn(timeout: .milliseconds(200), maximumEvents: 100))
            }
        }
    }

    private mutating func begin(_ partition: AssignedPartition, _ offsets: Range<Int64>, _ startsOver: Bool) {
        let known = startsOver ? nil : partition.committed
        let metadata = partition.metadata ?? []
        // A position that is not in the log belongs to records that are gone, or to a topic that was made anew.
        let start = known.flatMap { $0 >= offsets.lowerBound && $0 <= offsets.upperBound ? $0 : nil }
        rest[partition.topicPartition] = (start ?? offsets.lowerBound)..<offsets.upperBound
        // What was committed without ours says nothing about letters above the position.
        let done = start.flatMap { try? CommitMetadata.done(from: metadata, above: $0) }
        progress.begin(partition.topicPartition, at: start ?? offsets.lowerBound, settled: done ?? OffsetRuns())
        if start == nil, partition.committed != nil { restarts.append(partition.topicPartition) }
    }

    private mutating func take(_ turn: ConsumerTurn) async throws(LetterFailure) {
        var turn = turn
        turn.restart = restarts
        restarts = []
        var records: [KafkaRecord] = []
        let events = await consumer.turn(turn)
        for event in events { try receive(event, &records) }
        waiting = records.reversed() + waiting
        guard !isEndless, ContinuousClock.now - quietSince > Self.patience else { return }
        throw failure("has had nothing to say for \(Self.patience)")
    }

    private mutating func receive(_ event: ConsumerEvent, _ records: inout [KafkaRecord]) throws(LetterFailure) {
        switch event {
        case .record(let record): receive(record, &records)
        case .committed(let outcomes): commits = outcomes
        case .positionLost(let loss): restarts.append(loss.topicPartition)
        case .failure(let error) where error.code == .partitionEnd: reachEnd(of: error.topicPartition)
        case .failure(let error): try note(error)
        default: break  // The rest is for members of a group.
        }
    }

    /// The last offsets of a partition may be the markers of transactions, for which no record comes.
    private mutating func reachEnd(of partition: TopicPartition?) {
        guard isFree, !isEndless, let partition, let range = rest[partition] else { return }
        rest[partition] = range.upperBound..<range.upperBound
    }

    private mutating func receive(_ record: KafkaRecord, _ records: inout [KafkaRecord]) {
        guard let range = rest[record.topicPartition], range.contains(record.offset) else { return }
        rest[record.topicPartition] = (record.offset + 1)..<range.upperBound
        records.append(record)
        quietSince = .now
    }

    /// The client goes on trying after most errors; what only a person can mend ends it.
    private mutating func note(_ error: KafkaError) throws(LetterFailure) {
        // That nobody answers follows from a refused connection, and would hide it.
        if !(error.code.isSilence && problem?.code.isConnectionRefusal == true) { problem = error }
        if error.isRefusal { throw LetterFailure("\(topic): \(error)", .refused) }
        if error.code == .unknownTopicOrPartition || error.code == .unknownTopic {
            throw LetterFailure("\(topic): there is no such topic", .unavailable)
        }
        if error.isFatal || error.code.isExpectedInRebalance { throw LetterFailure("\(topic): \(error)", .unavailable) }
    }

    private func failure(_ what: String) -> LetterFailure {
        LetterFailure("\(topic): the broker \(what)" + (problem.map { "; last: \($0)" } ?? ""), .unavailable)
    }
}
