import AppStoreServer
import Flow
import Kafka
import TestSupport
import Testing
import Worker

/// Parking with everything left to chance: two apps of which one is refused from time to time, two topics, parked records
/// that come back, commits that are answered late, partitions that are lost and given again.
@Suite struct ParkingPropertyTests {
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `every event is accepted, and once and in its transaction's order where no partition was lost`(seed: UInt64) {
        var run = ParkingRun(seed: seed)
        for _ in 0..<250 { run.step() }
        run.finish()
        #expect(run.missing.isEmpty, "seed \(seed)")
        if !run.hasLost {
            #expect(run.isEachOnce, "seed \(seed)")
            #expect(run.isInOrder, "seed \(seed)")
        }
        #expect(run.wasParked, "seed \(seed) parked nothing and showed nothing")
    }
}

/// One run, from one seed.
private struct ParkingRun {
    private struct Log {
        var records: [KafkaRecord] = []
        var position = 0
        var committed: CommitEntry?
    }

    private static let main = PipelineWorld.partition(0)
    private static let parked = TopicPartition(topic: "deferred", partition: 0)

    private var world = PipelineWorld {
        $0.deferredTopic = "deferred"
        $0.parkAfter = 4
        $0.maxInFlight = 3
        $0.maxPending = 24
        $0.recordsPerTurn = 8
    }
    private var logs = [main: Log(), parked: Log()]
    private var paused: Set<TopicPartition> = []
    private var isRefused = false
    private var random: SeededGenerator
    private var written = 0
    /// The numbers of the accepted events, in that order.
    private var accepted: [Int] = []
    private(set) var hasLost = false

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        assign()
    }

    var wasParked: Bool { logs[Self.parked]?.records.isEmpty == false }

    var missing: Set<Int> { Set(0..<written).subtracting(accepted) }

    var isEachOnce: Bool { Set(accepted).count == accepted.count }

    /// Whether no event was accepted after a later one of its transaction.
    var isInOrder: Bool {
        Dictionary(grouping: accepted) { [$0 / 6, $0 % 3 == 0 ? 1 : 0] }.values.allSatisfy { $0 == $0.sorted() }
    }

    private static func number(in body: [UInt8]) -> Int {
        let text = String(decoding: body, as: UTF8.self)
        return text.split(separator: "Percentage\":").last.flatMap { Int($0.prefix(while: \.isNumber)) } ?? -1
    }

    mutating func step() {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<4: write(Int.random(in: 1...6, using: &random))
        case 4..<9: read(Bool.random(using: &random) ? Self.main : Self.parked)
        case 9..<14: answer(Int.random(in: 0...3, using: &random))
        case 14..<16: acknowledge()
        case 16: confirm()
        case 17: isRefused = Int.random(in: 0..<3, using: &random) > 0
        case 18 where Int.random(in: 0..<6, using: &random) == 0: lose()
        default: pass(.milliseconds(Int64.random(in: 1...20_000, using: &random)))
        }
    }

    /// Apple takes everything again: now all must come to its end.
    mutating func finish() {
        isRefused = false
        for _ in 0..<2000 where !missing.isEmpty || world.pipeline.openCount > 0 {
            read(Self.main)
            read(Self.parked)
            answer(10)
            acknowledge()
            confirm()
            pass(.seconds(5))
        }
    }

    private mutating func write(_ count: Int) {
        for _ in 0..<count {
            var event = world.event(written)
            event.transactionID = "\(2_000_000 + written / 6)"
            event.body.1 = event.body.1.replacing("50000", with: "\(written)")
            if written % 3 == 0 { event.bundleID = "com.example.other" }
            written += 1
            append(KafkaHeader("n", "\(written)"), event.bytes, [], to: Self.main)
        }
    }

    private mutating func append(
        _ own: KafkaHeader?,
        _ value: [UInt8]?,
        _ headers: [KafkaHeader],
        to key: TopicPartition
    ) {
        let record = KafkaRecord(
            topicPartition: key,
            offset: Int64(logs[key]?.records.count ?? 0),
            timestamp: nil,
            key: nil,
            value: value,
            headers: (own.map { [$0] } ?? []) + headers
        )
        logs[key]?.records.append(record)
    }

    private mutating func read(_ key: TopicPartition) {
        guard let log = logs[key], !paused.contains(key), let turn = world.turn else { return }
        let records = log.records[log.position...].prefix(min(turn.maximumEvents, 8))
        logs[key]?.position += records.count
        world.poll(records.map { .record($0) })
        obeyPauses()
    }

    private mutating func answer(_ count: Int) {
        for _ in 0..<count where !world.requests.isEmpty {
            let index = Int.random(in: 0..<world.requests.count, using: &random)
            let request = world.requests[index]
            let isAccepted = !(isRefused && request.app == 0)
            if isAccepted { accepted.append(Self.number(in: request.body)) }
            world.answer(isAccepted ? .accepted : .unauthorized, at: index)
        }
    }

    private mutating func acknowledge() {
        while let record = world.published.first {
            let isTaken = Int.random(in: 0..<10, using: &random) > 0
            if isTaken { append(nil, record.value, record.headers, to: Self.parked) }
            world.acknowledge(isTaken ? nil : KafkaError(code: .messageTimedOut, reason: "timed out"))
        }
    }

    private mutating func confirm() {
        guard !world.commits.isEmpty else { return }
        for entry in world.commits { logs[entry.topicPartition]?.committed = entry }
        world.confirmCommit()
        obeyPauses()
    }

    private mutating func pass(_ duration: Duration) {
        world.pass(duration)
        obeyPauses()
    }

    private mutating func lose() {
        hasLost = true
        // What the broker had not reported is there all the same, or it is not.
        world.published = []
        world.commits = []
        world.poll([.committed([]), .lost([Self.main, Self.parked])])
        obeyPauses()
        assign()
    }

    private mutating func assign() {
        paused = []
        let assigned = [Self.main, Self.parked].enumerated().map { place, key in
            let committed = logs[key]?.committed
            logs[key]?.position = Int(committed?.nextOffset ?? 0)
            return AssignedPartition(
                topicPartition: key,
                committed: committed?.nextOffset,
                metadata: committed?.metadata.map { Array($0.utf8) },
                place: place,
                partitionCount: 2
            )
        }
        world.poll([.assigned(assigned)])
        obeyPauses()
        pass(.milliseconds(1100))
    }

    private mutating func obeyPauses() {
        guard let turn = world.turn else { return }
        paused.formUnion(turn.pause)
        paused.subtract(turn.resume)
    }
}
