import Kafka

/// Puts dead letters back on the event topic, one by one: each is confirmed before the group's position moves past it.
///
/// Whenever it is cut off, at most the record that was under way is replayed again by the next run, and none is passed
/// over.
struct Replay {
    private let policy: ReplayPolicy
    private let limits: ReplayLimits
    private let stop: StopFlag
    private var reader: LetterReader
    /// Nil when nothing is to be done in earnest.
    private var producer: ConfirmingProducer?
    private var tally = ReplayTally()
    private var looked: UInt64 = 0
    private var progress = LetterProgress()
    private var line = LiveLine(on: .error)
    private let begin = ContinuousClock.now

    init(
        _ policy: ReplayPolicy,
        _ limits: ReplayLimits,
        from reader: LetterReader,
        to producer: ConfirmingProducer?,
        stop: StopFlag
    ) {
        (self.policy, self.limits, self.reader, self.producer, self.stop) = (policy, limits, reader, producer, stop)
    }

    /// What was done so far, for a person.
    func summary() -> String {
        tally.summary(isDryRun: producer == nil, passedOver: progress.passedOver)
    }

    /// Looks at all dead letters that were there at its start and not settled before.
    ///
    /// - Parameter startsOver: Also at those.
    mutating func run(startsOver: Bool) async throws {
        try await reader.start(startsOver: startsOver)
        progress = reader.progress
        if producer != nil {
            // First of all, so that a run that is cut off can be gone on with; and to see whether metadata is kept.
            try await reader.commit(progress.entries)
            progress.keepsMetadata = try await reader.keepsMetadata()
        }
        while !stop.isUp, tally.replayed < limits.count, let record = try await reader.next() {
            if progress.begin(record) { try await settle(record) }
            try showProgress(last: false)
        }
        try await commit()
        try showProgress(last: true)
        await reader.close()
    }

    private mutating func settle(_ record: KafkaRecord) async throws {
        looked += 1
        switch policy.decision(on: FiledLetter(record), ticket: looked) {
        case .leave: tally.countLeft()
        case .skip(let reason):
            tally.count(reason)
            progress.settle(record)
        case .replay(let event):
            try await publish(event)
            progress.settle(record)
            tally.countReplayed()
            try await commit()
        }
    }

    private mutating func commit() async throws {
        guard producer != nil else { return }
        let changes = progress.takeChanges()
        if !changes.isEmpty { try await reader.commit(changes) }
    }

    private mutating func publish(_ event: ProducerRecord) async throws {
        guard producer != nil else { return }
        if let rate = limits.rate {
            try await Task.sleep(until: begin + .seconds(tally.replayed) / rate, clock: .continuous)
        }
        try await producer?.publish(event)
    }

    private mutating func showProgress(last: Bool) throws {
        guard line.isTerminal else { return }
        let text = tally.progress(restCount: reader.restCount)
        if last { try line.end(text) } else { try line.show(text) }
    }
}

/// How much a replay may do.
struct ReplayLimits: Sendable {
    /// The most records.
    let count: Int
    /// Records a second; nil for as fast as they are confirmed.
    let rate: Int?
}
