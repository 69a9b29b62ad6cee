import AppStoreServer
import Flow
import Kafka

@testable import Worker

/// A pipeline whose surroundings answer everything at once, and always in the same way.
struct IntakeWorld {
    private(set) var pipeline: Pipeline
    private(set) var now = Moment(instant: Instant(nanoseconds: 0), date: UnixTime(milliseconds: 1_800_000_000_000))
    /// All that went to other topics.
    private(set) var published: [ProducerRecord] = []
    private let answer: SubmissionResult

    static let events = TopicPartition(topic: "events", partition: 0)
    static let deferred = TopicPartition(topic: "deferred", partition: 0)
    static let policy = {
        var policy = PipelinePolicy()
        policy.lane.linger = .zero
        policy.maxInFlight = 1
        policy.deferredTopic = deferred.topic
        policy.parkAfter = 0
        policy.outcomeTopic = "outcomes"
        return policy
    }()

    /// - Parameter answer: Apple's, to every request.
    init(answer: SubmissionResult) {
        self.answer = answer
        pipeline = Pipeline(policy: Self.policy, apps: ["com.example.game"], seed: 1)
        _ = pipeline.start(at: now)
        let assigned = [Self.events, Self.deferred].map {
            AssignedPartition(topicPartition: $0, committed: 0, partitionCount: 1)
        }
        handle(.polled([.assigned(assigned)]))
        // A new share of a limit counts after a second.
        pass(.seconds(2))
    }

    mutating func take(_ records: [KafkaRecord]) { handle(.polled(records.map { .record($0) })) }

    mutating func pass(_ time: Duration) {
        now = Moment(instant: now.instant + time, date: now.date + time)
        handle(.polled([]))
    }

    /// Takes an input in, then what the world says to what comes of it.
    mutating func handle(_ input: Input) {
        var inputs = [input]
        while !inputs.isEmpty {
            for action in pipeline.handle(inputs.removeFirst(), at: now) {
                if let reply = reply(to: action) { inputs.append(reply) }
            }
        }
    }

    private mutating func reply(to action: Action) -> Input? {
        switch action {
        case .submit(let requests):
            return .attempted(
                requests.map { AppStoreAnswer(ticket: $0.ticket, result: answer, duration: .milliseconds(1)) }
            )
        case .publish(let records):
            published += records
            return .published(records.map { DeliveryReport(ticket: $0.ticket, error: nil) })
        case .readOutcomes(let order):
            let page = OutcomeReading.Page(accepted: [], nextOffset: 0, end: 0)
            return .outcomesRead(
                OutcomeReading(load: order.number, partition: order.partition, result: .success(page))
            )
        default: return nil
        }
    }
}
