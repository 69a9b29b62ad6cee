import AppStoreServer
import ConsumptionRules
import Flow
import Worker

extension Simulation {
    /// A PUT leaves a worker.
    mutating func send(_ request: AppStoreRequest, from worker: Int) {
        let digits = request.body.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard let notification = Int(String(decoding: digits, as: UTF8.self)), let record = writer.written(notification)
        else {
            return violate(.sendsOnce, "a PUT of something that nobody wrote")
        }
        if date >= record.deadline {
            violate(.keepsDeadline, "notification \(notification) is sent \(date - record.deadline) after its deadline")
        }
        self.record("worker \(worker) sends \(notification) as \(request.ticket)")
        let isMember = group.contains(workers[worker].member)
        // Whoever has been put out and does not know it sends what others have, too.
        if !isMember { ledger.excuse(notification) }
        workers[worker].out[request.ticket] = .init(notification: notification, partition: record.partition)
        let arrival = Occurrence.Arrival(
            worker: worker,
            life: workers[worker].life,
            request: request,
            notification: notification,
            record: record,
            counts: isMember
        )
        after(.milliseconds(pick(0...10)), .arrives(arrival))
    }

    /// A PUT reaches the App Store.
    mutating func receive(_ arrival: Occurrence.Arrival) {
        if arrival.counts { count(arrival.request) }
        var (result, wait) = reply(to: arrival)
        let isAccepted = result.isAccepted
        if isAccepted {
            record("notification \(arrival.notification) is accepted")
            if !ledger.accept(arrival.notification, in: arrival.record.partition) {
                violate(.sendsOnce, "notification \(arrival.notification) is accepted again for no reason")
            }
            if trouble.contains(.lostAnswers), chance(0.4) {
                ledger.excuse(arrival.notification)
                (result, wait) = (.timeout, Plan.requestTimeout)
            } else if mutation == .acceptanceHidden, chance(0.02) {
                result = .timeout
            }
        }
        if mutation == .acceptanceInvented, case .unavailable = result { result = .accepted(status: 202) }
        if mutation == .outageAsRefusal, case .unavailable(.answered(let refusal, _)) = result {
            result = .rejected(refusal)
        }
        let answer = AppStoreAnswer(ticket: arrival.request.ticket, result: result, duration: wait, sentAfter: .zero)
        after(wait, .toWorker(arrival.worker, life: arrival.life, .answer(answer)))
    }

    private mutating func reply(to arrival: Occurrence.Arrival) -> (SubmissionResult, Duration) {
        let wait = Duration.milliseconds(pick(10...300))
        if trouble.contains(.hang), chance(0.8) {
            // It may be accepted at the other end of the silence.
            return (.timeout, Plan.requestTimeout)
        }
        if trouble.contains(.outage), chance(0.95) {
            return (.outage(after: chance(0.3) ? .seconds(pick(1...5)) : nil), wait)
        }
        if trouble.contains(.unauthorized(app: arrival.request.app)) { return (.badToken, wait) }
        if trouble.contains(.throttling), chance(0.5) {
            return (.throttled(chance(0.7) ? .seconds(pick(1...5)) : nil), wait)
        }
        switch arrival.record.nature {
        case .good, .invalid: return (.accepted(status: 202), wait)
        case .refused: return (.invalidTransaction, wait)
        case .poison: return (.outage(after: nil), wait)
        }
    }

    /// Counts an arrival against the limit of its lane.
    private mutating func count(_ request: AppStoreRequest) {
        let lane = LaneID(app: request.app, environment: request.environment, endpoint: .v2)
        let limit = request.environment == .production ? plan.policy.productionLimit : plan.policy.sandboxLimit
        var recent = arrivals[lane, default: []].filter { now - $0 < .seconds(1) }
        recent.append(now)
        arrivals[lane] = recent
        if Double(recent.count) > limit {
            violate(.keepsLimit, "\(recent.count) PUTs of \(lane) within a second, \(limit) allowed")
        }
    }
}

extension SubmissionResult {
    fileprivate static let timeout = SubmissionResult.unavailable(
        .unanswered(TransportFailure(.timeout, reason: "time is up"))
    )
    fileprivate static let badToken = SubmissionResult.unauthorized(AppStoreRefusal(status: 401))
    fileprivate static let invalidTransaction = SubmissionResult.rejected(
        AppStoreRefusal(status: 400, errorCode: 4_000_006, errorMessage: "Invalid transaction id.")
    )

    fileprivate static func outage(after wait: Duration?) -> SubmissionResult {
        .unavailable(.answered(AppStoreRefusal(status: 503), retryAfter: wait))
    }

    fileprivate static func throttled(_ wait: Duration?) -> SubmissionResult {
        .throttled(AppStoreRefusal(status: 429, errorCode: 4_290_000), retryAfter: wait)
    }

    fileprivate var isAccepted: Bool {
        if case .accepted = self { true } else { false }
    }
}
