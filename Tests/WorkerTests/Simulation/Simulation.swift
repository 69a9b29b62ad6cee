import AppStoreServer
import Flow
import Kafka
import TestSupport
import Worker

/// A group of workers, Kafka and the App Store on one virtual clock, all from one seed; nothing in it waits.
struct Simulation {
    struct Plan {
        var events = 200
        var partitions: Int32 = 4
        var members = 2
        /// Share of records that repeat the notification of an earlier one.
        var repeats = 0.05
        /// Seconds of virtual time after which nothing goes wrong any more.
        var faultsEnd = Duration.seconds(60)
        var crashes = 0
        var losses = 0
        var rebalances = 0
        var commitRefusal = 0.0
        var publishFailure = 0.0
        var appStore = SimulatedAppStore.Faults()
    }

    enum Disturbance {
        case crash, loss, rebalance, restart
    }

    /// A fault put between the pipeline and its world, to show that the ledger notices.
    enum Mutation: CaseIterable {
        case commitsOneTooFar
        case takesFailedLettersForPublished
        case inventsAcceptances
        case refusesValidEvents
        case givesUpWithoutWaiting
        case doublesTheLimit
        case tellsAnEarlierTime
        case forgetsItsMemoryLimit
        case losesAnswers
    }

    let plan: Plan
    let mutation: Mutation?
    let policy: PipelinePolicy
    var random: SeededGenerator
    var now = Moment(instant: Instant(nanoseconds: 0), date: UnixTime(milliseconds: 1_800_000_000_000))
    let start: Moment
    var kafka: SimulatedKafka
    var appStore: SimulatedAppStore
    var members: [SimulatedMember] = []
    var disturbances = DueQueue<Instant, Disturbance>()
    var ledger: Ledger

    init(_ plan: Plan, seed: UInt64, mutation: Mutation? = nil) {
        self.plan = plan
        self.mutation = mutation
        random = SeededGenerator(seed: seed)
        start = now
        var policy = PipelinePolicy()
        policy.lane.linger = .milliseconds(20)
        policy.maxInFlight = 16
        policy.maxPending = 50
        policy.recordsPerTurn = 20
        policy.productionLimit = 20
        policy.brake = DeadLetterBrake(consecutive: .max, share: 1, over: 1000)
        if mutation == .doublesTheLimit { policy.productionLimit *= 2 }
        self.policy = policy
        let workload = SimulatedWorkload(plan, at: now.date, &random)
        ledger = Ledger(workload)
        kafka = SimulatedKafka(log: workload.log)
        appStore = SimulatedAppStore(faults: plan.appStore, refused: workload.refused)
        for _ in 0..<plan.members { join() }
        schedule(.crash, plan.crashes)
        schedule(.loss, plan.losses)
        schedule(.rebalance, plan.rebalances)
    }

    private mutating func schedule(_ disturbance: Disturbance, _ count: Int) {
        for _ in 0..<count {
            disturbances.insert(disturbance, due: start.instant + .seconds(plan.faultsEnd.seconds * random.jitter()))
        }
    }

    /// Runs until every event has ended, or until `limit` of virtual time; says what is wrong, if anything.
    mutating func run(limit: Duration = .seconds(4 * 3600)) -> String? {
        while now.instant - start.instant < limit {
            step()
            if let fault = ledger.fault { return "\(fault) at \(now.instant - start.instant)" }
            if ledger.isComplete(kafka, appStore) { return ledger.verdict(kafka, appStore, plan) }
        }
        return "not everything ended: \(ledger.open(appStore).prefix(5)) of \(ledger.open(appStore).count)"
    }

    /// Goes to the next moment at which something happens, and lets it happen.
    private mutating func step() {
        let dues =
            [disturbances.nextDue ?? .distantFuture]
            + members.indices.map { index in
                let member = members[index]
                let wakes =
                    member.turn != nil && member.hasSomething(kafka) ? now.instant + .milliseconds(1) : .distantFuture
                return min(member.turnEndsAt, member.arrivals.nextDue ?? .distantFuture, wakes)
            }
        let next = max(dues.min() ?? .distantFuture, now.instant)
        precondition(next < .distantFuture, "nothing will ever happen again")
        now = Moment(instant: next, date: start.date + (next - start.instant))
        while let disturbance = disturbances.popDue(at: now.instant) { disturb(disturbance) }
        for index in members.indices where !members[index].hasEnded { advance(index) }
        completeRebalance()
    }

    private mutating func advance(_ index: Int) {
        while let arrival = members[index].arrivals.popDue(at: now.instant) {
            switch arrival {
            case .answer(let answer): handle(.attempted([answer]), index)
            case .report(let report): handle(.published([report]), index)
            case .commit(let entries, let generation, let refusal):
                let isStale = generation != kafka.generation || generation != members[index].generation
                let error = refusal ?? (isStale ? KafkaError(code: .illegalGeneration, reason: "stale") : nil)
                if error == nil { commit(entries) }
                members[index].events.append(
                    .committed(
                        entries.map {
                            CommitOutcome(topicPartition: $0.topicPartition, nextOffset: $0.nextOffset, error: error)
                        }
                    )
                )
            }
        }
        guard members[index].turn != nil else { return }
        guard members[index].turnEndsAt <= now.instant || members[index].hasSomething(kafka) else { return }
        members[index].turnEndsAt = .distantFuture
        let events = members[index].endTurn(kafka)
        handle(.polled(events), index)
    }

    private mutating func commit(_ entries: [CommitEntry]) {
        var entries = entries
        if mutation == .commitsOneTooFar {
            entries = entries.map { CommitEntry(topicPartition: $0.topicPartition, nextOffset: $0.nextOffset + 1) }
        }
        kafka.commit(entries)
        ledger.check(entries, kafka, appStore)
    }

    private mutating func handle(_ input: Input, _ index: Int) {
        var told = now
        if mutation == .tellsAnEarlierTime { told.date = UnixTime(milliseconds: now.date.milliseconds - 400_000) }
        perform(members[index].pipeline.handle(input, at: told), index)
        ledger.checkBounds(of: members[index].pipeline, policy)
    }

    private mutating func perform(_ actions: [Action], _ index: Int) {
        for action in actions {
            switch action {
            case .poll(let turn): poll(turn, index)
            case .interruptPoll: members[index].turnEndsAt = now.instant
            case .submit(let requests): for request in requests { submit(request, index) }
            case .publish(let records): for record in records { publish(record, index) }
            case .close: members[index].hasEnded = true
            case .note: break
            }
        }
    }

    private mutating func poll(_ turn: ConsumerTurn, _ index: Int) {
        members[index].obey(turn)
        members[index].turn = turn
        members[index].turnEndsAt = now.instant + turn.timeout
        guard !turn.commit.isEmpty else { return }
        let isRefused = isFaulty && random.jitter() < plan.commitRefusal
        let refusal = isRefused ? KafkaError(code: .rebalanceInProgress, reason: "by chance") : nil
        members[index].arrivals.insert(
            .commit(turn.commit, generation: members[index].generation, refusal),
            due: now.instant + .milliseconds(Int64(50 * random.jitter()))
        )
    }

    private mutating func submit(_ request: AppStoreRequest, _ index: Int) {
        ledger.started(request, at: now)
        let reply = appStore.answer(request, at: now.instant - start.instant, &random)
        guard mutation != .losesAnswers || random.jitter() > 0.02 else { return }
        let answer = AppStoreAnswer(ticket: request.ticket, result: told(reply.result), duration: reply.after)
        members[index].arrivals.insert(.answer(answer), due: now.instant + reply.after)
    }

    private mutating func told(_ result: SubmissionResult) -> SubmissionResult {
        switch (mutation, result) {
        case (.inventsAcceptances, .unavailable) where random.jitter() < 0.1: .accepted
        case (.refusesValidEvents, .unavailable) where random.jitter() < 0.1: .invalidTransaction
        default: result
        }
    }

    private mutating func publish(_ record: ProducerRecord, _ index: Int) {
        let fails = isFaulty && random.jitter() < plan.publishFailure
        // Half of the failures had reached the broker all the same.
        if !fails || random.jitter() < 0.5 { ledger.deadLettered(record) }
        let error =
            fails && mutation != .takesFailedLettersForPublished
            ? KafkaError(code: .messageTimedOut, reason: "by chance") : nil
        members[index].arrivals.insert(
            .report(DeliveryReport(ticket: record.ticket, error: error)),
            due: now.instant + .milliseconds(Int64(30 * random.jitter()))
        )
    }

    private var isFaulty: Bool { now.instant - start.instant < plan.faultsEnd }
}

// MARK: The group

extension Simulation {
    private mutating func join() {
        var policy = policy
        if mutation == .forgetsItsMemoryLimit { policy.maxPending *= 4 }
        var member = SimulatedMember(
            pipeline: Pipeline(policy: policy, apps: SimulatedWorkload.apps, seed: random.next())
        )
        let actions = member.pipeline.start(at: now)
        member.generation = -1
        members.append(member)
        perform(actions, members.count - 1)
        beginRebalance()
    }

    private mutating func disturb(_ disturbance: Disturbance) {
        let living = members.indices.filter { !members[$0].hasEnded }
        guard let index = living.randomElement(using: &random) else { return }
        switch disturbance {
        case .crash:
            ledger.crashes += 1
            members.remove(at: index)
            // The others hear of it when the session has timed out; the supervisor is quicker or slower.
            disturbances.insert(.rebalance, due: now.instant + .seconds(6))
            disturbances.insert(.restart, due: now.instant + .seconds(10 * random.jitter()))
        case .loss:
            guard !members[index].reading.isEmpty else { return }
            ledger.losses += 1
            let lost = members[index].reading.keys.map(kafka.partition)
            members[index].giveUp()
            members[index].generation = -1
            members[index].events.append(.lost(lost))
            beginRebalance()
        case .rebalance: beginRebalance()
        case .restart: join()
        }
    }

    private mutating func beginRebalance() {
        kafka.beginRebalance()
        for index in members.indices where !members[index].reading.isEmpty && !members[index].isHolding {
            let revoking = members[index].reading.keys.map(kafka.partition)
            members[index].isHolding = true
            if mutation == .givesUpWithoutWaiting { members[index].giveUp() }
            members[index].events.append(.revoking(revoking))
        }
    }

    private mutating func completeRebalance() {
        guard kafka.isRebalancing, !members.isEmpty, members.allSatisfy({ !$0.isHolding && $0.reading.isEmpty }) else {
            return
        }
        for (index, assigned) in kafka.assign(toMembers: members.count).enumerated() {
            members[index].generation = kafka.generation
            for partition in assigned {
                members[index].reading[partition.topicPartition.partition] = partition.committed ?? 0
            }
            members[index].events.append(.assigned(assigned))
        }
    }
}
