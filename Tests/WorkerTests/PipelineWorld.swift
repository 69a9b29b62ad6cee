import AppStoreServer
import Flow
import Kafka
import TestSupport
import Worker

/// A pipeline on made-up time, with the world around it played by the test: it keeps what the pipeline ordered until the
/// test answers.
struct PipelineWorld {
    var pipeline: Pipeline
    var now = Moment(instant: Instant(nanoseconds: 0), date: UnixTime(milliseconds: 1_800_000_000_000))
    /// Requests without an answer, in the order in which they started.
    var requests: [AppStoreRequest] = []
    /// Records without a delivery report.
    var published: [ProducerRecord] = []
    /// The order to read outcomes that is out.
    var order: LogOrder?
    var turn: ConsumerTurn?
    var commits: [CommitEntry] = []
    var notes: [Note] = []
    var ending: ExitReason?
    var interrupts = 0
    /// How often the brokers were asked.
    var questions = 0
    /// How often a new producer was asked for.
    var renewals = 0
    /// Every request that was ever started, with its time.
    var started: [(at: Moment, request: AppStoreRequest)] = []
    private var starts: [UInt64: Instant] = [:]

    static let topic = "consumption-events"

    init(
        apps: [String] = ["com.example.game", "com.example.other"],
        _ adjust: (inout PipelinePolicy) -> Void = { _ in }
    ) {
        var policy = PipelinePolicy()
        policy.lane.linger = .zero
        adjust(&policy)
        pipeline = Pipeline(policy: policy, apps: apps, seed: 1)
        take(pipeline.start(at: now))
    }

    static func partition(_ number: Int32) -> TopicPartition { TopicPartition(topic: topic, partition: number) }

    // MARK: What happens

    mutating func assign(
        _ partitions: ClosedRange<Int32> = 0...0,
        of count: Int? = nil,
        committed: Int64? = nil,
        metadata: String? = nil
    ) {
        let assigned = partitions.map {
            AssignedPartition(
                topicPartition: Self.partition($0),
                committed: committed,
                metadata: metadata.map { Array($0.utf8) },
                partitionCount: count ?? partitions.count
            )
        }
        poll([.assigned(assigned)])
        // A new share of a limit counts after a second.
        pass(.milliseconds(1100))
    }

    mutating func deliver(_ values: [[UInt8]?], to partition: Int32 = 0, from offset: Int64 = 0) {
        poll(
            zip(offset..., values).map { offset, value in
                .record(
                    KafkaRecord(
                        topicPartition: Self.partition(partition),
                        offset: offset,
                        timestamp: KafkaTimestamp(milliseconds: now.date.milliseconds, source: .producer),
                        key: Array("key".utf8),
                        value: value,
                        headers: []
                    )
                )
            }
        )
    }

    mutating func deliver(_ events: [SampleEvent], to partition: Int32 = 0, from offset: Int64 = 0) {
        deliver(events.map { $0.bytes }, to: partition, from: offset)
    }

    /// Ends the turn that is out with these events.
    mutating func poll(_ events: [ConsumerEvent] = []) {
        turn = nil
        take(pipeline.handle(.polled(events), at: now))
    }

    /// The brokers answer what they were asked.
    mutating func hear(_ check: BrokerCheck) {
        take(pipeline.handle(.checked(check), at: now))
    }

    /// Answers the request that is in this place of those without an answer.
    ///
    /// - Parameter sentAfter: How long it had waited for a connection.
    mutating func answer(_ result: SubmissionResult, at index: Int = 0, sentAfter: Duration = .zero) {
        let request = requests.remove(at: index)
        let answer = AppStoreAnswer(
            ticket: request.ticket,
            result: result,
            duration: now.instant - (starts[request.ticket] ?? now.instant),
            sentAfter: sentAfter
        )
        take(pipeline.handle(.attempted([answer]), at: now))
    }

    /// Answers until nothing is out.
    mutating func answerAll(_ result: SubmissionResult) {
        while !requests.isEmpty { answer(result) }
    }

    /// Answers everything that is out now, but not what is started in the course of it.
    mutating func answerOutstanding(_ result: SubmissionResult) {
        for _ in 0..<requests.count { answer(result) }
    }

    /// The broker takes the oldest record, or does not.
    mutating func acknowledge(_ error: KafkaError? = nil) {
        let record = published.removeFirst()
        take(pipeline.handle(.published([DeliveryReport(ticket: record.ticket, error: error)]), at: now))
    }

    /// The broker answers several records at once.
    mutating func report(_ reports: [DeliveryReport]) {
        let tickets = Set(reports.map(\.ticket))
        published.removeAll { tickets.contains($0.ticket) }
        take(pipeline.handle(.published(reports), at: now))
    }

    /// The broker answers the commit that is out.
    mutating func confirmCommit(_ error: KafkaError? = nil) {
        let outcomes = commits.map {
            CommitOutcome(topicPartition: $0.topicPartition, nextOffset: $0.nextOffset, error: error)
        }
        commits = []
        poll([.committed(outcomes)])
    }

    /// Answers the order to read outcomes.
    mutating func read(_ result: Result<OutcomeReading.Page, KafkaError>) {
        guard let order else { return }
        self.order = nil
        let reading = OutcomeReading(load: order.number, partition: order.partition, result: result)
        take(pipeline.handle(.outcomesRead(reading), at: now))
    }

    mutating func replaceKey(ofApp app: Int) {
        take(pipeline.handle(.keyReplaced(app: app), at: now))
    }

    mutating func producerFails(_ error: KafkaError) {
        take(pipeline.handle(.producerSaid(.failure(error)), at: now))
    }

    mutating func recycle() {
        take(pipeline.handle(.recycleRequested, at: now))
    }

    mutating func stop() {
        take(pipeline.handle(.stopRequested, at: now))
    }

    /// Lets time pass, with a turn that brings nothing at the end.
    mutating func pass(_ duration: Duration) {
        now = Moment(instant: now.instant + duration, date: now.date + duration)
        poll()
    }

    // MARK: What the pipeline says

    private mutating func take(_ actions: [Action]) {
        for action in actions {
            switch action {
            case .poll(let turn):
                precondition(self.turn == nil, "two turns at a time")
                self.turn = turn
                precondition(turn.commit.isEmpty || commits.isEmpty, "two commits at a time")
                commits += turn.commit
            case .interruptPoll: interrupts += 1
            case .check: questions += 1
            case .submit(let requests):
                self.requests += requests
                started += requests.map { (now, $0) }
                for request in requests { starts[request.ticket] = now.instant }
            case .publish(let records): published += records
            case .renewProducer: renewals += 1
            case .readOutcomes(let order):
                precondition(self.order == nil, "two orders at a time")
                self.order = order
            case .close(let close): ending = close.reason
            case .note(let note): notes.append(note)
            }
        }
    }

    var finished: [FinishedEvent] {
        notes.compactMap { if case .finished(let event) = $0 { event } else { nil } }
    }

    var lateResults: Int {
        notes.count { if case .lateResult = $0 { true } else { false } }
    }

    /// Where the committed position would stand after what was ordered last.
    func ordered(_ partition: Int32) -> Int64? {
        commits.first { $0.topicPartition == Self.partition(partition) }?.nextOffset
    }

    func event(_ number: Int, age: Duration = .zero) -> SampleEvent {
        SampleEvent(number, signedDate: (now.date + (.zero - age)).milliseconds)
    }
}

extension SubmissionResult {
    static let accepted = SubmissionResult.accepted(status: 202)
    static let serverError = SubmissionResult.unavailable(
        .answered(AppStoreRefusal(status: 500, errorCode: 5_000_001, errorMessage: "try again"), retryAfter: nil)
    )
    static let timeout = SubmissionResult.unavailable(.unanswered(TransportFailure(.timeout, reason: "time is up")))
    static let unauthorized = SubmissionResult.unauthorized(AppStoreRefusal(status: 401))
    static let invalidTransaction = SubmissionResult.rejected(
        AppStoreRefusal(status: 400, errorCode: 4_000_006, errorMessage: "Invalid transaction id.")
    )

    static let unknownTransaction = SubmissionResult.rejected(
        AppStoreRefusal(status: 404, errorCode: 4_040_010, errorMessage: "Transaction id not found.")
    )
    static let wrongPath = SubmissionResult.rejected(AppStoreRefusal(status: 404, bodyHead: "no such route"))

    static func unavailable(for wait: Duration) -> SubmissionResult {
        .unavailable(.answered(AppStoreRefusal(status: 503), retryAfter: wait))
    }

    static func throttled(for wait: Duration?) -> SubmissionResult {
        .throttled(AppStoreRefusal(status: 429, errorCode: 4_290_000), retryAfter: wait)
    }
}

extension ProducerRecord {
    func header(_ name: String) -> String? {
        headers.first { $0.isNamed(name) }?.value.map { String(decoding: $0, as: UTF8.self) }
    }
}
