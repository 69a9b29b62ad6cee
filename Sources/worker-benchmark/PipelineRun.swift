import AppStoreServer
import Flow
import Kafka
import Metrics
import Worker

/// A pipeline on made-up time, between a Kafka and an App Store that take everything at once.
final class PipelineRun {
    private(set) var pipeline: Pipeline
    private(set) var now = Moment.start
    /// Is told what the pipeline wants noted.
    var hear: (Note) -> Void = { _ in }

    private let apps: [String]
    private let partitions: [TopicPartition]
    private var events: [RecordSource]
    private var requests: [AppStoreRequest] = []
    private var commit: [CommitEntry] = []
    private var made = 0

    init(apps: Int, partitions: Int) {
        self.apps = (0..<apps).map { "\(WrittenEvent.bundleID)\($0)" }
        self.partitions = (0..<Int32(partitions)).map { TopicPartition(topic: "consumption-events", partition: $0) }
        events = self.apps.map { RecordSource(bundleID: $0) }
        var policy = PipelinePolicy()
        policy.productionLimit = 1_000_000
        policy.maxInFlight = 100
        policy.lane.linger = .zero
        pipeline = Pipeline(policy: policy, apps: self.apps, seed: 1)
        perform(pipeline.start(at: now))
        let assigned = self.partitions.map {
            AssignedPartition(topicPartition: $0, committed: nil, partitionCount: partitions)
        }
        perform(pipeline.handle(.polled([.assigned(assigned)]), at: now))
        now.pass(.seconds(2))
    }

    var telemetry: Telemetry {
        Telemetry(build: BuildLabels(version: "", librdkafka: ""), apps: apps)
    }

    /// Takes so many events from their topic to the App Store, a hundred at a time.
    func pass(_ count: Int) {
        for _ in 0..<max(1, count / 100) {
            now.pass(.milliseconds(1))
            var turn = confirmedCommit()
            for _ in 0..<100 { turn.append(.record(nextRecord())) }
            perform(pipeline.handle(.polled(turn), at: now))
            while !requests.isEmpty {
                now.pass(.milliseconds(1))
                let answers = requests.map {
                    AppStoreAnswer(
                        ticket: $0.ticket,
                        result: .accepted(status: 202),
                        duration: .milliseconds(1),
                        sentAfter: .zero
                    )
                }
                requests.removeAll(keepingCapacity: true)
                perform(pipeline.handle(.attempted(answers), at: now))
            }
        }
    }

    private func nextRecord() -> KafkaRecord {
        defer { made += 1 }
        return KafkaRecord(
            topicPartition: partitions[made % partitions.count],
            offset: Int64(made / partitions.count),
            timestamp: nil,
            key: nil,
            value: events[made % events.count].value(made),
            headers: []
        )
    }

    private func confirmedCommit() -> [ConsumerEvent] {
        defer { commit = [] }
        if commit.isEmpty { return [] }
        let outcomes = commit.map {
            CommitOutcome(topicPartition: $0.topicPartition, nextOffset: $0.nextOffset, error: nil)
        }
        return [.committed(outcomes)]
    }

    private func perform(_ actions: [Action]) {
        for action in actions {
            switch action {
            case .submit(let more): requests += more
            case .poll(let turn): commit += turn.commit
            case .note(let note): hear(note)
            default: break
            }
        }
    }
}

/// Events of one app that differ in their numbers only: making one is a copy and twenty digits.
private struct RecordSource {
    private let template: [UInt8]
    private let places: [Range<Int>]

    init(bundleID: String) {
        // Digits that occur nowhere else in the text.
        let mark = WrittenEvent(number: 98_765_432, bundleID: bundleID)
        template = mark.json
        let uuid = template.firstRange(of: Array("0000".utf8)).map { $0.lowerBound..<$0.lowerBound + 12 }
        let transaction = template.firstRange(of: Array("98765432".utf8))
        places = [uuid, transaction].compactMap { $0 }
    }

    func value(_ number: Int) -> [UInt8] {
        var value = template
        for place in places {
            var rest = number
            for index in place.reversed() {
                value[index] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
        }
        return value
    }
}
