import ConsumptionRules
import Kafka
import Worker

@testable import consumption_worker

/// What is seen after a demo in which everything went right, to be tampered with.
struct DemoEvidence {
    var events: [DemoEvent]
    var requests: [DemoRequest] = []
    var deadLetters: [KafkaRecord] = []
    var metrics: [String: Int]
    private let start = ContinuousClock.now

    /// Events whose first requests did not succeed are requested as often as it takes.
    init(seed: UInt64) {
        var generator = EventGenerator(seed: seed, at: .now)
        events = generator.events(400)
        metrics = ["accepted": 0, "dead_lettered": 0, "duplicate": 0]
        for (index, event) in events.enumerated() {
            switch event.ending {
            case .accepted: accept(event)
            case .duplicate: metrics["duplicate", default: 0] += 1
            case .deadLettered(let stage, let codes): bury(event, at: index, stage.rawValue, codes)
            }
        }
    }

    var evidence: Evidence {
        let lines = metrics.map { #"consumption_events_total{outcome="\#($0)"} \#($1)"# }
        return Evidence(
            events: events,
            producedAt: events.map { _ in start },
            requests: requests,
            deadLetters: deadLetters,
            counts: WorkerCounts(metrics: Array(lines.joined(separator: "\n").utf8))
        )
    }

    var claims: [Claim] { Audit(evidence).claims }

    private mutating func accept(_ event: DemoEvent) {
        for stumble in event.stumbles { requests.append(request(for: event, status: stumble.status)) }
        requests.append(request(for: event, status: 202))
        metrics["accepted", default: 0] += 1
    }

    private mutating func bury(_ event: DemoEvent, at index: Int, _ stage: String, _ codes: [String]) {
        if !event.isKnownToAppStore { requests.append(request(for: event, status: 404)) }
        let record = Evidence.record(of: event, at: index, topic: "")
        deadLetters.append(
            KafkaRecord(
                topicPartition: TopicPartition(topic: "dead-letters", partition: 0),
                offset: Int64(deadLetters.count),
                timestamp: nil,
                key: record.key,
                value: record.value,
                headers: record.headers + [
                    KafkaHeader("dlq.reason", codes[0]), KafkaHeader("dlq.reasons", codes.joined(separator: ",")),
                    KafkaHeader("dlq.stage", stage),
                ]
            )
        )
        metrics["dead_lettered", default: 0] += 1
    }

    /// The n-th request arrives n milliseconds after the start.
    private func request(for event: DemoEvent, status: Int?) -> DemoRequest {
        var body: [UInt8] = []
        event.report?.appendBody(to: &body)
        return DemoRequest(
            environment: event.purchase.environment,
            path: event.report?.path ?? "",
            bundleID: event.purchase.bundleID,
            body: body,
            status: status,
            time: start + .milliseconds(requests.count + 1)
        )
    }
}

extension DemoRequest {
    /// The same request with something else about it.
    func with(
        environment: AppStoreEnvironment? = nil,
        path: String? = nil,
        bundleID: String? = nil,
        body: [UInt8]? = nil,
        status: Int? = nil
    ) -> DemoRequest {
        DemoRequest(
            environment: environment ?? self.environment,
            path: path ?? self.path,
            bundleID: bundleID ?? self.bundleID,
            body: body ?? self.body,
            status: status ?? self.status,
            time: time
        )
    }
}

extension KafkaRecord {
    /// The same record with something else about it.
    func with(key: [UInt8]? = nil, value: [UInt8]? = nil, headers: [KafkaHeader]? = nil) -> KafkaRecord {
        KafkaRecord(
            topicPartition: topicPartition,
            offset: offset,
            timestamp: timestamp,
            key: key ?? self.key,
            value: value ?? self.value,
            headers: headers ?? self.headers
        )
    }

    /// The same record with another text in one header.
    func with(_ name: String, _ text: String) -> KafkaRecord {
        with(headers: headers.map { $0.isNamed(name) ? KafkaHeader(name, text) : $0 })
    }
}

extension DemoEvent.Stumble {
    fileprivate var status: Int? {
        switch self {
        case .serverError: 500
        case .rateLimit: 429
        case .refusedToken: 401
        case .droppedConnection: nil
        }
    }
}
