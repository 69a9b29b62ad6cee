import Flow
import Kafka
import Worker

/// Reads a small world field by field, so that a field counts unless this file says otherwise.
///
/// It makes no difference between values that nothing in a small world can tell apart:
/// - fields that are left out by name, below;
/// - moments that pass before the next event, and moments that no walk reaches: see `SmallWorld.step`;
/// - tickets under which the same thing is found;
/// - orders in a queue, since no two elements whose order matters are due at once;
/// - counts of an `OffsetTracker` that differ from each other by as much.
struct StateReader {
    private static let leftOut: Set<String> = [
        // The same in every state, or after every assignment.
        "mutation", "policy", "apps", "threshold", "schedule", "partitionCount",
        // Spreads waits, all of which are over before the next event.
        "random", "arrivals", "arrival",
        // For dead letters, readiness, liveness, logs and metrics, or against more failures than there can be.
        "takenOnAt", "failedAt", "failures", "answers", "recent", "rulesBrake", "answersBrake",
        "hasJoined", "watch", "movedAt", "answeredAt",
        // There is no 429, no share of less than one start a second, and a limit that is never reached.
        "slowdown", "usedSlot", "quickest",
        // Follows from the record, from the share, or from the rows.
        "report", "window", "topics",
        // Starts of earlier seconds, which count for no later one.
        "starts", "used", "head",
        // Some turn is out at every event; the world may end it whether it has been told to or not.
        "endsAt", "isInterrupted", "askedEndOffsetsAt",
        // Only the time follows from it.
        "steps",
    ]

    private let now: Instant
    private let submissions: [UInt64: Int]
    private let publications: [UInt64: Int]
    private var readsPublications = false
    private var low = Hasher()
    private var high = Hasher()

    init(_ world: SmallWorld) {
        now = world.now.instant
        let fields = Fields(of: world.pipeline)
        submissions = Self.names(fields["submissions"])
        publications = Self.names(fields["publications"])
        high.combine(1)
    }

    var key: StateKey { StateKey(low: low.finalize(), high: high.finalize()) }

    /// What is found under each ticket: the record, and whether it is of an earlier assignment.
    private static func names(_ slots: Any?) -> [UInt64: Int] {
        let named = (slots as? any Ticketed)?.entries.map { ticket, value in
            let record = record(in: value).map { SmallRecord($0).number } ?? 0
            return (ticket.number, record * 2 + ("\(Fields(of: value)["state"] ?? "")" == "orphaned" ? 1 : 0))
        }
        return Dictionary(uniqueKeysWithValues: named ?? [])
    }

    private static func record(in value: Any) -> KafkaRecord? {
        if let record = value as? KafkaRecord { return record }
        return Mirror(reflecting: value).children.lazy.compactMap { record(in: $0.value) }.first
    }

    mutating func read(_ value: Any) {
        // Looked up by type: to try one cast after the other takes most of the time of a walk.
        if let read = Self.readings[ObjectIdentifier(type(of: value))] {
            read(&self, value)
        } else {
            readFields(of: value)
        }
    }

    private typealias Reading = @Sendable (inout StateReader, Any) -> Void

    private static let readings: [ObjectIdentifier: Reading] = Dictionary(
        uniqueKeysWithValues: [
            whole(Int.self), whole(Int64.self), whole(Int32.self), whole(Bool.self), whole(String.self),
            whole(Double.self), whole(UInt128.self), whole(UnixTime.self), whole(SmallRecord.self),
            whole(NaivePartition.self),
            reading(Instant.self) { $0.combine($0.relative($1)) },
            reading(Ticket.self) {
                $0.combine(($0.readsPublications ? $0.publications : $0.submissions)[$1.number] ?? -1)
            },
            reading(SmallWorld.Request.ID.self) { $0.read($1) },
            reading(KafkaRecord.self) { $0.combine(SmallRecord($1)) },
            // How often it was tried only makes its next wait longer.
            reading(AttemptHistory.self) { $0.combine($1.attempts == 0) },
            reading(OffsetTracker.self) { $0.read($1) },
        ]
    )

    private static func whole<Value: Hashable & Sendable>(_ type: Value.Type) -> (ObjectIdentifier, Reading) {
        reading(type) { $0.combine($1) }
    }

    private static func reading<Value: Sendable>(
        _ type: Value.Type,
        _ read: @escaping @Sendable (inout StateReader, Value) -> Void
    ) -> (ObjectIdentifier, Reading) {
        (ObjectIdentifier(type), { reader, value in if let value = value as? Value { read(&reader, value) } })
    }

    private func relative(_ instant: Instant) -> Int64 {
        let wait = instant - now
        return wait < SmallWorld.step ? 0 : wait > .seconds(1200) ? 1 : wait.nanoseconds
    }

    private mutating func read(_ id: SmallWorld.Request.ID) {
        switch id {
        case .put(let ticket): combine(submissions[ticket] ?? -1)
        case .letter(let ticket): combine(publications[ticket] ?? -1)
        }
    }

    private mutating func read(_ tracker: OffsetTracker) {
        var counts: [String: Int] = [:]
        for child in Mirror(reflecting: tracker).children {
            switch (child.label, child.value) {
            case ("entries", _): readEntries(child.value, from: tracker)
            case (let label?, let count as Int): counts[label] = count
            default: read(child.value)
            }
        }
        let base = counts["committedEndings", default: 0]
        for label in ["endings", "orderedEndings"] { combine(counts[label, default: 0] - base) }
    }

    /// Those that are done below the oldest open one wait for their removal only.
    private mutating func readEntries(_ entries: Any, from tracker: OffsetTracker) {
        for entry in Mirror(reflecting: entries).children.suffix(tracker.ahead) { read(entry.value) }
    }

    private mutating func readFields(of value: Any) {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .dictionary?, .set?: return readUnordered(mirror.children.map(\.value))
        default: combine(mirror.children.count)
        }
        for child in mirror.children {
            guard let label = child.label else {
                read(child.value)
                continue
            }
            if Self.leftOut.contains(label) { continue }
            combine(label)
            readField(label, child.value)
        }
        if mirror.children.isEmpty { combine(String(describing: value)) }
    }

    private mutating func readField(_ label: String, _ value: Any) {
        switch label {
        case "lanes":
            // Nothing concerns the others.
            if let lane = Mirror(reflecting: value).children.first { read(lane.value) }
        case "heap", "rows": readUnordered(Mirror(reflecting: value).children.map(\.value))
        // Where an identity stands in its table depends on the order in which they came.
        case "places": readUnordered(((value as? [UInt128]) ?? []).filter { $0 != 0 })
        case "submissions", "publications": readUnordered((value as? any Ticketed)?.entries.map(\.value) ?? [])
        case "publishRetries":
            readsPublications = true
            read(value)
            readsPublications = false
        default: read(value)
        }
    }

    private mutating func readUnordered(_ values: [Any]) {
        var sum = (0, 0)
        for value in values {
            var reader = self
            (reader.low, reader.high) = (Hasher(), Hasher())
            reader.high.combine(1)
            reader.read(value)
            let key = reader.key
            sum = (sum.0 &+ key.low, sum.1 &+ key.high)
        }
        combine(sum.0)
        combine(sum.1)
    }

    private mutating func combine(_ value: some Hashable) {
        low.combine(value)
        high.combine(value)
    }
}

/// The fields of a value by their names.
private struct Fields {
    private let fields: [String: Any]

    init(of value: Any) {
        let named = Mirror(reflecting: value).children.compactMap { child in child.label.map { ($0, child.value) } }
        fields = Dictionary(uniqueKeysWithValues: named)
    }

    subscript(name: String) -> Any? { fields[name] }
}

/// Values under tickets, whatever they are.
private protocol Ticketed {
    var entries: [(ticket: Ticket, value: Any)] { get }
}

extension Slots: Ticketed {
    fileprivate var entries: [(ticket: Ticket, value: Any)] {
        tickets { _ in true }.compactMap { ticket in self[ticket].map { (ticket, $0) } }
    }
}
