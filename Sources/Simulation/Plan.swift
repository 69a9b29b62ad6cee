import Flow
import Worker

/// What one seed makes of a run: its size, its settings, and what goes wrong when.
struct Plan: Sendable {
    var workerCount: Int
    var partitionCount: Int
    var apps: [String]
    var eventCount: Int
    var policy: PipelinePolicy
    /// Whether the coordinator takes commits while the group rebalances; brokers differ.
    var takesCommitsInRebalance: Bool
    /// Whether it keeps the metadata of commits; some brokers do not.
    var keepsMetadata: Bool
    /// Whether there is an outcome topic.
    var hasOutcomes: Bool { policy.outcomeTopic != nil }
    /// When the last record is written.
    var writtenUntil: Duration
    var faults: [(at: Duration, fault: Fault)]
    /// From here on everything works.
    static let quietFrom = Duration.seconds(28)
    /// What a member may be silent for before it is put out of the group.
    static let sessionTimeout = Duration.seconds(6)
    /// How long a request may take.
    static let requestTimeout = Duration.seconds(4)
    /// When everything must be over: whatever is still open then has had its deadline pass long ago.
    var end: Duration { Self.quietFrom + policy.deadlineWindow + .seconds(60) }

    init(seed: UInt64, random: inout SeededGenerator) {
        workerCount = Int.random(in: 1...3, using: &random)
        partitionCount = Int.random(in: 1...6, using: &random)
        apps = (0..<Int.random(in: 1...2, using: &random)).map { "com.example.app\($0)" }
        eventCount = Int.random(in: 40...120, using: &random)
        policy = Self.policy(&random)
        policy.outcomeTopic = seed.isMultiple(of: 2) ? nil : Simulation.outcomeTopic
        takesCommitsInRebalance = Bool.random(using: &random)
        keepsMetadata = Int.random(in: 0..<4, using: &random) > 0
        writtenUntil = .seconds(Int.random(in: 0...15, using: &random))
        faults = []
        for _ in 0..<Int.random(in: 0...7, using: &random) {
            let at = Duration.milliseconds(Int.random(in: 200...18_000, using: &random))
            faults.append((at, Fault.any(workerCount: workerCount, appCount: apps.count, &random)))
        }
    }

    private static func policy(_ random: inout SeededGenerator) -> PipelinePolicy {
        var policy = PipelinePolicy()
        policy.lane.batchSize = Int.random(in: 1...20, using: &random)
        policy.lane.linger = .milliseconds([0, 50, 200].randomElement(using: &random) ?? 0)
        policy.lane.retry = RetrySchedule(initial: .milliseconds(200), maximum: .seconds(2))
        policy.lane.attempts = 8
        policy.lane.probe = RetrySchedule(initial: .seconds(1), maximum: .seconds(4))
        policy.lane.breakerThreshold = Int.random(in: 2...10, using: &random)
        policy.lane.breaker = RetrySchedule(initial: .milliseconds(500), maximum: .seconds(4))
        policy.lane.longestHold = .seconds(10)
        policy.maxInFlight = Int.random(in: 1...32, using: &random)
        policy.maxPending = Int.random(in: 5...60, using: &random)
        policy.recordsPerTurn = Int.random(in: 2...40, using: &random)
        policy.productionLimit = Double(Int.random(in: 6...20, using: &random))
        policy.sandboxLimit = Double(Int.random(in: 3...6, using: &random))
        policy.deadlineWindow = .seconds(90)
        policy.deadlineMargin = .seconds(10)
        policy.revokeDrain = .seconds(3)
        policy.grace = .seconds(8)
        // Brakes are for a person's night; here every record has to end.
        policy.brake = DeadLetterBrake(consecutive: 10_000, share: 1, over: 10_000)
        policy.commitInterval = .milliseconds([20, 200].randomElement(using: &random) ?? 20)
        policy.longestTurn = .milliseconds([100, 1000, 1000].randomElement(using: &random) ?? 1000)
        policy.publishRetry = RetrySchedule(initial: .milliseconds(200), maximum: .seconds(2))
        return policy
    }
}
