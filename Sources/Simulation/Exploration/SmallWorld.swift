import AppStoreServer
import Flow
import Kafka
import Worker

/// One real pipeline, two partitions with two records each, and beside it a naive model that says what ought to happen.
///
/// Its clock moves by a fixed step with each event, longer than every wait of the pipeline's that an order of events
/// could depend on; the drain of a revoke and the deadlines are longer than any walk.
struct SmallWorld: Sendable {
    /// A request to the App Store, or a dead letter on its way to the broker.
    struct Request: Hashable, Sendable {
        /// Each kind has tickets of its own.
        enum ID: Hashable, Sendable {
            case put(UInt64)
            case letter(UInt64)
        }

        var id: ID
        var record: SmallRecord
        /// Whether its partition has been the pipeline's ever since.
        var isCurrent = true
    }

    struct CommitOut: Hashable, Sendable {
        var entries: [CommitEntry]
        /// Whether the partitions have been the pipeline's ever since.
        var isCurrent = true
        /// Whether the broker has it already, without having said so.
        var isTaken = false
    }

    let mutation: Mutation?
    var pipeline: Pipeline
    var partitions: [NaivePartition]
    /// Whether the broker has handed metadata back to this process: it will hand it to the next owner, too.
    var returnsMetadata = false
    var paused: Set<Int32> = []
    /// The group wants everything back and waits.
    var holdsRevoke = false
    var out: [Request] = []
    /// What was out when the process before this one died; only a lie delivers its answers.
    var outBefore: [Request] = []
    var commit: CommitOut?
    /// Records of which this process has heard that they were accepted: it must not send them again.
    var heard: Set<SmallRecord> = []
    var steps = 0
    var violation: String?

    static let step = Duration.seconds(10)

    init(mutation: Mutation?) {
        self.mutation = mutation
        partitions = SmallRecord.logs.map { NaivePartition(log: $0) }
        pipeline = Self.newPipeline()
        let actions = pipeline.start(at: now)
        perform(actions)
    }

    static func newPipeline() -> Pipeline { Pipeline(policy: policy, apps: [SmallRecord.app], seed: 1) }

    private static var policy: PipelinePolicy {
        var policy = PipelinePolicy()
        // One record below the number of all: so the pauses are walked through as well.
        policy.maxPending = 3
        policy.pauseAfter = .zero
        policy.lane.retry = RetrySchedule(initial: .milliseconds(500), maximum: .seconds(5))
        policy.lane.attempts = .max
        policy.lane.breakerThreshold = .max
        policy.publishRetry = policy.lane.retry
        policy.revokeDrain = .seconds(3600)
        policy.recommitInterval = .seconds(360_000)
        policy.brake = DeadLetterBrake(consecutive: .max, share: 1, over: 1000)
        return policy
    }

    var now: Moment {
        let passed = Self.step * steps
        return Moment(instant: Instant(nanoseconds: 0) + passed, date: Simulation.startDate + passed)
    }

    var owned: [Int32] { partitions.indices.filter { partitions[$0].isAssigned }.map(Int32.init) }

    /// Everything has ended, is committed and is let go of.
    var isOver: Bool { partitions.allSatisfy(\.isAllCommitted) && pipeline.openCount == 0 && commit == nil }

    mutating func violate(_ reason: String) {
        violation = violation ?? reason
    }
}

extension SmallWorld.Request: CustomStringConvertible {
    var isPut: Bool {
        if case .put = id { true } else { false }
    }

    var description: String { "\(isPut ? "put" : "letter") \(record)\(isCurrent ? "" : " of before")" }
}
