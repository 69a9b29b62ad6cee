import AppStoreServer
import Flow
import Kafka
import Worker

/// What has become of every event, and the first thing that was wrong.
struct Ledger {
    private struct Place: Hashable {
        var partition: Int32
        var offset: Int64
    }

    private let items: [SimulatedWorkload.Item]
    private let deadlines: [String: UnixTime]
    private var letters: Set<Place> = []
    private var starts: [String: [Instant]] = [:]
    var crashes = 0
    var losses = 0
    private(set) var fault: String?

    init(_ workload: SimulatedWorkload) {
        items = workload.items
        deadlines = Dictionary(workload.items.map { ($0.transactionID, $0.deadline) }) { $1 }
    }

    /// Whether an event has had its end: accepted, or on the dead-letter topic.
    private func hasEnded(_ item: SimulatedWorkload.Item, _ appStore: SimulatedAppStore) -> Bool {
        appStore.accepted[item.transactionID] != nil
            || letters.contains(Place(partition: item.partition, offset: item.offset))
    }

    func open(_ appStore: SimulatedAppStore) -> [String] {
        items.filter { !hasEnded($0, appStore) }.map { "\($0.partition):\($0.offset) \($0.fate)" }
    }

    /// I3 and I4: nothing starts past its deadline, and no sliding second of the group holds more than the limit.
    mutating func started(_ request: AppStoreRequest, at now: Moment) {
        let transaction = String(request.path.text.split(separator: "/").last ?? "")
        if let deadline = deadlines[transaction], now.date >= deadline {
            complain("\(transaction) started past its deadline")
        }
        var times = starts["\(request.app)"] ?? []
        times.append(now.instant)
        starts["\(request.app)"] = times
        if times.count > 20, now.instant - times[times.count - 21] < .seconds(1) {
            complain("more than 20 requests of one app within a second")
        }
    }

    /// I5: only what deserves it becomes a dead letter.
    mutating func deadLettered(_ record: ProducerRecord) {
        let place = Place(
            partition: Int32(record.header("dlq.partition") ?? "") ?? -1,
            offset: Int64(record.header("dlq.offset") ?? "") ?? -1
        )
        letters.insert(place)
        guard let item = items.first(where: { $0.partition == place.partition && $0.offset == place.offset }) else {
            return complain("a dead letter of no event: \(place)")
        }
        if item.fate == .valid { complain("a valid event was dead-lettered: \(record.header("dlq.reason") ?? "")") }
    }

    /// I2: neither the position nor the metadata passes an event that is open.
    mutating func check(_ entries: [CommitEntry], _ kafka: SimulatedKafka, _ appStore: SimulatedAppStore) {
        for entry in entries {
            let done = try? CommitMetadata.done(from: Array((entry.metadata ?? "").utf8), above: entry.nextOffset)
            for item in items where item.partition == entry.topicPartition.partition && !hasEnded(item, appStore) {
                if item.offset < entry.nextOffset { complain("committed past \(item.partition):\(item.offset)") }
                if done?.contains(item.offset) == true {
                    complain("\(item.partition):\(item.offset) is said to be done")
                }
            }
        }
    }

    /// I7: memory and requests stay within their bounds.
    mutating func checkBounds(of pipeline: Pipeline, _ policy: PipelinePolicy) {
        if pipeline.openCount > policy.maxPending + policy.recordsPerTurn {
            complain("\(pipeline.openCount) records open")
        }
        if pipeline.inFlight > policy.maxInFlight { complain("\(pipeline.inFlight) requests in flight") }
    }

    /// Whether every event has ended and the group has committed so.
    func isComplete(_ kafka: SimulatedKafka, _ appStore: SimulatedAppStore) -> Bool {
        kafka.log.allSatisfy { number, records in
            records.isEmpty || kafka.positions[number]?.offset == (records.last?.offset ?? 0) + 1
        } && items.allSatisfy { hasEnded($0, appStore) }
    }

    /// I6: nothing is accepted more often than faults explain.
    func verdict(_ kafka: SimulatedKafka, _ appStore: SimulatedAppStore, _ plan: Simulation.Plan) -> String? {
        let repeats = appStore.accepted.values.reduce(0) { $0 + $1 - 1 }
        let isOrderly = crashes + losses == 0 && plan.commitRefusal == 0
        guard isOrderly, repeats > appStore.lostAnswers else { return nil }
        return "\(repeats) acceptances too many for \(appStore.lostAnswers) lost answers"
    }

    private mutating func complain(_ text: String) {
        fault = fault ?? text
    }
}
