import AppStoreServer
import Flow
import Kafka
import Worker

extension Simulation {
    mutating func start(_ worker: Int) {
        guard workers[worker].pipeline == nil else { return }
        workers[worker].pipeline = Pipeline(policy: plan.policy, apps: plan.apps, seed: random.next())
        record("worker \(worker) starts")
        join(worker)
        let moment = moment()
        let actions = workers[worker].pipeline?.start(at: moment) ?? []
        perform(actions, of: worker)
    }

    /// Lets something go wrong; a worker that is not there, or stands still, is spared.
    mutating func strike(_ fault: Fault) {
        record("fault: \(fault)")
        switch fault {
        case .crash(let worker, let back) where isWell(worker): crash(worker, back: back)
        case .stop(let worker, let back) where isWell(worker): stop(worker, back: back)
        case .stall(let worker, let span) where isWell(worker): stall(worker, span)
        case .eviction(let worker, let noticed) where isWell(worker):
            guard let member = workers[worker].member else { return }
            evict(member)
            after(noticed, .toWorker(worker, life: workers[worker].life, .learnsOfEviction(member: member)))
        case .trouble(let trouble, let span):
            self.trouble.insert(trouble)
            after(span, .troubleEnds(trouble))
        default: break
        }
    }

    private func isWell(_ worker: Int) -> Bool {
        workers[worker].pipeline != nil && workers[worker].stalledUntil == nil && !workers[worker].isStopping
    }

    private mutating func crash(_ worker: Int, back: Duration) {
        for partition in workers[worker].positions.keys { ledger.fault(in: partition) }
        let member = workers[worker].member
        end(worker)
        if let member { after(Plan.sessionTimeout, .sessionEnds(member: member)) }
        after(back, .start(worker: worker))
    }

    private mutating func stop(_ worker: Int, back: Duration) {
        workers[worker].isStopping = true
        let life = workers[worker].life
        after(.zero, .toWorker(worker, life: life, .stopRequested))
        after(plan.policy.grace, .toWorker(worker, life: life, .mustHaveStopped))
        after(plan.policy.grace + back, .start(worker: worker))
    }

    private mutating func stall(_ worker: Int, _ span: Duration) {
        workers[worker].stalledUntil = now + span
        guard let member = workers[worker].member, span > Plan.sessionTimeout else { return }
        after(Plan.sessionTimeout, .sessionEnds(member: member))
        after(span, .toWorker(worker, life: workers[worker].life, .learnsOfEviction(member: member)))
    }

    /// The process has ended in good order: it leaves the group.
    mutating func close(_ worker: Int, _ reason: ExitReason) {
        record("worker \(worker) ends: \(reason)")
        if reason != .stopped { violate(.finishes, "worker \(worker) ended: \(reason)") }
        giveUp(worker)
        let member = workers[worker].member
        end(worker)
        if let member { leave(member) }
    }

    /// The process is gone with everything that it knew.
    private mutating func end(_ worker: Int) {
        excuseUnsaid(of: workers[worker])
        workers[worker] = SimulatedWorker(life: workers[worker].life + 1)
    }

    /// A worker lets its partitions go: what it has not committed, it should have had no chance to commit.
    mutating func giveUp(_ worker: Int) {
        let isClean = workers[worker].out.isEmpty && !workers[worker].isCommitOut && !workers[worker].drainRanOut
        for partition in workers[worker].positions.keys where !isClean { ledger.fault(in: partition) }
        excuseUnsaid(of: workers[worker])
        workers[worker].positions = [:]
        workers[worker].paused = []
        workers[worker].holdsRevoke = false
        workers[worker].drainRanOut = false
    }

    /// Both clocks of a worker.
    func moment() -> Moment {
        let lag = mutation == .calendarBehind ? Duration.seconds(30) : .zero
        return Moment(instant: now, date: date + (.zero - lag))
    }

    mutating func deliver(_ delivery: Occurrence.Delivery, to worker: Int, life: Int) {
        guard workers[worker].life == life, workers[worker].pipeline != nil else { return }
        if let until = workers[worker].stalledUntil {
            guard until <= now else { return queue.insert(.toWorker(worker, life: life, delivery), due: until) }
            workers[worker].stalledUntil = nil
        }
        switch delivery {
        case .turnEnds(let number):
            guard workers[worker].turnNumber == number, let turn = workers[worker].turn else { return }
            workers[worker].turn = nil
            input(.polled(events(of: turn, for: worker)), to: worker)
        case .answer(let answer):
            if mutation == .answerLost, chance(0.01) { return }
            let request = workers[worker].out.removeValue(forKey: answer.ticket)
            if case .accepted = answer.result, let request { workers[worker].heard.insert(request.notification) }
            record("worker \(worker) hears \(answer.ticket): \(answer.result)")
            input(.attempted([answer]), to: worker)
        case .page(let order): input(.outcomesRead(reading(of: order)), to: worker)
        case .report(let report): input(.published([report]), to: worker)
        case .losesProducer(let error): input(.producerSaid(.failure(error)), to: worker)
        case .outcomes(let outcomes):
            workers[worker].isCommitOut = false
            workers[worker].inbox.append(.event(.committed(outcomes)))
            wake(worker)
        case .stopRequested: input(.stopRequested, to: worker)
        case .learnsOfEviction(let member): learn(worker, ofEviction: member)
        case .mustHaveStopped: violate(.finishes, "worker \(worker) was told to stop long ago")
        case .mustHaveRevoked(let number):
            guard workers[worker].holdsRevoke, workers[worker].revokeNumber == number else { return }
            violate(.finishes, "worker \(worker) holds a revoke for too long")
        }
    }

    private mutating func input(_ input: Input, to worker: Int) {
        let moment = moment()
        let actions = workers[worker].pipeline?.handle(input, at: moment) ?? []
        let open = workers[worker].pipeline?.openCount ?? 0
        if open > plan.policy.maxPending + plan.policy.recordsPerTurn {
            violate(.staysSmall, "worker \(worker) holds \(open) records, \(plan.policy.maxPending) are allowed")
        }
        perform(actions, of: worker)
        let out = workers[worker].out.count
        if out > plan.policy.maxInFlight { violate(.staysSmall, "worker \(worker) has \(out) requests out") }
    }
}
