import ConsumptionRules
package import Flow
import Kafka

/// Everything that a worker has taken on, and the only place where something is decided.
///
/// It is a value that is told what happened and when, and answers with what to do. A record leaves it in one of two ways:
/// accepted by the App Store, or dead-lettered and acknowledged by the broker. Until then its offset is not committed.
package struct Pipeline: Sendable {
    let policy: PipelinePolicy
    /// Place in the configuration of each app, by its bundle id.
    let apps: [String: Int]

    var partitions = PartitionTable()
    var submissions = Slots<Submission>()
    var publications = Slots<Publication>()
    /// What the broker did not take, waiting to be published again.
    var publishRetries = DueQueue<Instant, Ticket>()
    var producer = ProducerState()
    var lines = TransactionLines()
    /// Notifications that the App Store has accepted, by this worker or before.
    var seen: SeenSet
    var dispatcher: Dispatcher
    var group = GroupState()
    var life = LifeState.running
    var turn = TurnState()
    var watch = WatchState()
    /// Two brakes: the rules refuse at once and Apple much later, so their verdicts do not come in one order.
    var rulesBrake: DeadLetterBrake
    var answersBrake: DeadLetterBrake
    var openBytes = 0
    var parkedTransactions = ParkedTransactions()
    /// Records in the `early` of all partitions.
    var earlyCount = 0
    var outcomeLoads = OutcomeLoads()
    var random: SeededGenerator
    /// What this step publishes.
    var outgoing: [ProducerRecord] = []
    var actions: [Action] = []

    /// - Parameter apps: Bundle ids in the order of the configuration.
    /// - Parameter seed: Of the random numbers that spread retries.
    package init(policy: PipelinePolicy, apps: [String], seed: UInt64) {
        self.policy = policy
        self.apps = Dictionary(uniqueKeysWithValues: apps.enumerated().map { ($1, $0) })
        // Kept for two windows: see `remember`.
        seen = SeenSet(limit: policy.rememberedNotifications, span: policy.deadlineWindow / 4)
        dispatcher = Dispatcher(policy: policy, appCount: apps.count)
        rulesBrake = policy.brake
        answersBrake = policy.brake
        random = SeededGenerator(seed: seed)
    }

    /// Asks for the first turn.
    package mutating func start(at now: Moment) -> [Action] {
        watch.joiningSince = now.instant
        return finishStep(at: now)
    }

    /// Takes in what happened and answers with what to do, in this order.
    package mutating func handle(_ input: Input, at now: Moment) -> [Action] {
        switch input {
        case .polled(let events):
            turn.end()
            take(events, at: now)
        case .checked(let check):
            learn(check, at: now)
        case .attempted(let answers):
            // Two for each: that it was answered, and that its event is finished.
            actions.reserveCapacity(2 * answers.count + 8)
            for answer in answers { settle(answer, at: now) }
        case .published(let reports):
            settle(reports, at: now)
        case .producerSaid(let diagnostic):
            hear(diagnostic, at: now)
        case .keyReplaced(let app):
            dispatcher.keyReplaced(ofApp: app, at: now.instant)
        case .outcomesRead(let reading):
            take(reading, at: now)
        case .stopRequested:
            stop(.stopped, at: now)
        case .recycleRequested:
            stop(.filesRenewed, at: now)
        }
        return finishStep(at: now)
    }

    private mutating func finishStep(at now: Moment) -> [Action] {
        advanceLoads(at: now)
        takeDueRecords(at: now)
        expire(at: now)
        dispatch(at: now)
        parkExcess(at: now)
        republish(at: now)
        renewProducer(at: now)
        advanceRevocation(at: now)
        advanceStop(at: now)
        publishOutgoing()
        watchOverStalls(at: now.instant)
        orderTurn(at: now)
        defer { actions = [] }
        return actions
    }

    mutating func note(_ note: Note) {
        actions.append(.note(note))
    }

    /// Records that are neither finished nor let go.
    package var openCount: Int { submissions.count + publications.count + earlyCount }

    /// Requests without an answer so far.
    package var inFlight: Int { dispatcher.inFlight }
}
