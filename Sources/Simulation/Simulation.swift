import Flow
import Kafka
import Worker

/// Some workers' real pipelines in a made-up world, on one made-up clock, all from one seed.
///
/// The same seed makes the same run, to the last step. Nothing sleeps: time is the due time of the next occurrence.
package struct Simulation {
    package let seed: UInt64
    /// What happened, a line each; empty unless it is kept.
    package internal(set) var history: [String] = []
    package internal(set) var violation: Violation?
    package internal(set) var step = 0

    let plan: Plan
    let mutation: Mutation?
    let checked: Set<Invariant>
    let keepsHistory: Bool
    var now = Instant(nanoseconds: 0)
    var queue = DueQueue<Instant, Occurrence>()
    var random: SeededGenerator
    var workers: [SimulatedWorker]
    var writer: EventWriter
    var ledger: Ledger
    var group = SimulatedGroup()
    var outcomes: OutcomeLog
    var trouble: Set<Fault.Trouble> = []
    /// When PUTs arrived in each lane within the last second.
    var arrivals: [LaneID: [Instant]] = [:]
    var unwritten: Int

    static let topic = "consumption-events"
    static let outcomeTopic = "consumption-outcomes"
    static let startDate = UnixTime(milliseconds: 1_800_000_000_000)

    /// - Parameters:
    ///   - mutation: A lie to tell; `nil` for an honest run.
    ///   - checked: The invariants that end the run when they break.
    package init(
        seed: UInt64,
        mutation: Mutation? = nil,
        checking checked: Set<Invariant> = Set(Invariant.allCases),
        keepsHistory: Bool = false
    ) {
        self.seed = seed
        self.mutation = mutation
        self.checked = checked
        self.keepsHistory = keepsHistory
        random = SeededGenerator(seed: seed)
        plan = Plan(seed: seed, random: &random)
        workers = (0..<plan.workerCount).map { _ in SimulatedWorker(life: 0) }
        writer = EventWriter(plan: plan)
        ledger = Ledger(partitionCount: plan.partitionCount, hasOutcomes: plan.hasOutcomes)
        outcomes = OutcomeLog(partitionCount: plan.partitionCount)
        unwritten = plan.eventCount
    }

    /// Runs to the end, or to the first broken invariant.
    package mutating func run() -> Violation? {
        begin()
        while violation == nil, !isFinished {
            guard let due = queue.nextDue, let next = queue.pop() else { break }
            now = max(now, due)
            step += 1
            guard now <= Instant(nanoseconds: 0) + plan.end else {
                violate(.finishes, unfinished)
                break
            }
            happen(next)
        }
        // Reached either because all is over, or because an invariant that nobody checks here is broken.
        if let open = ledger.openRecords.first {
            violate(.everyEventEnds, "\(open.partition):\(open.offset), \(open.nature), has not ended")
        }
        return violation
    }

    private mutating func begin() {
        for worker in workers.indices { after(.milliseconds(pick(0...3000)), .start(worker: worker)) }
        for _ in 0..<unwritten {
            let upTo = max(1, Int(plan.writtenUntil.components.seconds) * 1000)
            after(.milliseconds(pick(0...upTo)), .write)
        }
        for (index, fault) in plan.faults.enumerated() { after(fault.at, .fault(index)) }
    }

    private mutating func happen(_ occurrence: Occurrence) {
        switch occurrence {
        case .write: write()
        case .fault(let index): strike(plan.faults[index].fault)
        case .troubleEnds(let trouble): self.trouble.remove(trouble)
        case .start(let worker): start(worker)
        case .toWorker(let worker, let life, let delivery): deliver(delivery, to: worker, life: life)
        case .sessionEnds(let member): endSession(of: member)
        case .assigns(let preparation): assign(preparation)
        case .arrives(let arrival): receive(arrival)
        case .commits(let request): answer(request)
        case .letter(let record): take(record)
        case .outcome(let record): take(outcome: record)
        }
    }

    private mutating func write() {
        unwritten -= 1
        let record = writer.next(at: date, &random)
        ledger.write(record, afterHole: chance(0.1) ? Int64(pick(1...5)) : 0)
        for worker in workers.indices where workers[worker].positions[record.partition] != nil { wake(worker) }
    }

    /// All records are written, all faults are over, and the group has committed everything.
    private var isFinished: Bool {
        guard unwritten == 0, now >= Instant(nanoseconds: 0) + Plan.quietFrom else { return false }
        return ledger.logs.indices.allSatisfy {
            ledger.logs[$0].records.isEmpty || committed(Int32($0)) >= ledger.logs[$0].end
        }
    }

    func committed(_ partition: Int32) -> Int64 { group.committed[partition]?.offset ?? 0 }

    private var unfinished: String {
        let open = ledger.openRecords.map { "\($0.partition):\($0.offset)" }
        let lags = ledger.logs.indices.map { "\(committed(Int32($0)))/\(ledger.logs[$0].end)" }
        return "open are \(open), committed are \(lags)"
    }

    var date: UnixTime { Self.startDate + (now - Instant(nanoseconds: 0)) }

    mutating func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func chance(_ probability: Double) -> Bool { random.jitter() < probability }

    mutating func after(_ wait: Duration, _ occurrence: Occurrence) {
        queue.insert(occurrence, due: now + wait)
    }

    mutating func violate(_ invariant: Invariant, _ reason: String) {
        guard violation == nil, checked.contains(invariant) else { return }
        violation = Violation(invariant: invariant, step: step, reason: reason)
        record("BROKEN \(invariant.rawValue): \(reason)")
    }

    mutating func record(_ line: @autoclosure () -> String) {
        guard keepsHistory else { return }
        let milliseconds = now.nanoseconds / 1_000_000
        history.append("\(step) \(milliseconds) ms: \(line())")
    }
}
