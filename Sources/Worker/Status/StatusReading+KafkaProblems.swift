import Flow
import Kafka

extension StatusReading {
    /// What the worker misses of Kafka.
    var kafkaProblems: [Problem] {
        var problems = Condition.allCases.compactMap { condition in
            pipeline.watch.faults[condition].map {
                trouble("\(condition.what): \($0.reason)", .missing(condition), next: condition.next)
            }
        }
        if !pipeline.group.hasJoined {
            problems.append(
                Problem(
                    level: .notice,
                    what: "The consumer group has given no partitions yet",
                    since: chronicle.startedAt,
                    next: "This takes some seconds; longer while another worker is busy with what it must hand over."
                )
            )
        }
        return problems
    }

    /// What cannot be written to Kafka, or not be read back.
    var publishingProblems: [Problem] {
        [unpublished, producerFailure, letterTooLarge, unreadOutcomes].compactMap(\.self)
    }

    private var unpublished: Problem? {
        let unpublished = pipeline.unpublished
        guard unpublished.count > 0 else { return nil }
        return Problem(
            level: .trouble,
            what: "The broker does not take \(grouped(unpublished.count)) dead letters, outcomes or parked records",
            since: unpublished.since?.date,
            next: "They are tried again and nothing is lost. See that their topics exist and may be written to."
        )
    }

    private var producerFailure: Problem? {
        pipeline.producer.fault.map {
            Problem(
                level: .trouble,
                what: "The producer has failed for good: \($0.reason)",
                since: nil,
                next: "It is replaced soon, later each time, and nothing is lost."
            )
        }
    }

    private var letterTooLarge: Problem? {
        pipeline.lettersTooLarge.first.map {
            Problem(
                level: .trouble,
                what: "The dead letter of \($0.topicPartition)@\($0.offset) is too large for its topic",
                since: nil,
                next: "Raise max.message.bytes of the dead-letter topic; its partition does not commit past the record."
            )
        }
    }

    private var unreadOutcomes: Problem? {
        let count = pipeline.outcomeLoads.holdingCount
        guard count > 0 else { return nil }
        return Problem(
            level: .notice,
            what: "\(grouped(count)) partitions wait until their outcomes are read",
            since: nil,
            next: "So that nothing is sent again that an earlier worker had sent. They go on without, if it takes long."
        )
    }
}

extension Condition {
    fileprivate var what: String {
        switch self {
        case .brokers: "No broker answers"
        case .topics: "A topic cannot be read"
        case .outcomes: "The outcome topic does not fit"
        case .access: "Kafka refuses access"
        }
    }

    fileprivate var next: String {
        switch self {
        case .brokers:
            "The worker keeps trying and nothing is lost. See that the brokers run and can be reached from here."
        case .topics: "The worker keeps trying and nothing is lost. See that the topic exists and may be described."
        case .outcomes: "Give it as many partitions as the topic of the events has; the worker goes on by itself then."
        case .access: "The worker keeps trying and nothing is lost. Give its user access to the topic and the group."
        }
    }
}
