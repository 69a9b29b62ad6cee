import AppStoreServer
import Flow
import Worker

/// What Apple's server does with each request, and what it remembers.
struct SimulatedAppStore {
    /// What goes wrong, each as a share of the requests from 0 to 1, until the faults end.
    struct Faults {
        var serverError = 0.0
        var throttled = 0.0
        var hanging = 0.0
        /// Accepted, but the answer does not arrive.
        var lostAnswer = 0.0
        /// Everything of one app is answered 401 in this span.
        var refusedApp: (app: Int, span: Range<Duration>)?
        /// Everything is answered 503 in this span.
        var outage: Range<Duration>?
    }

    struct Reply {
        var result: SubmissionResult
        var after: Duration
    }

    let faults: Faults
    /// Transactions that Apple refuses for good.
    let refused: Set<String>
    private(set) var accepted: [String: Int] = [:]
    private(set) var lostAnswers = 0

    init(faults: Faults, refused: Set<String>) {
        self.faults = faults
        self.refused = refused
    }

    /// - Parameter time: Since the start of the simulation.
    mutating func answer(_ request: AppStoreRequest, at time: Duration, _ random: inout SeededGenerator) -> Reply {
        let latency = Duration.milliseconds(Int64(5 + 100 * random.jitter()))
        if let outage = faults.outage, outage.contains(time) { return Reply(result: .serverError, after: latency) }
        if let (app, span) = faults.refusedApp, app == request.app, span.contains(time) {
            return Reply(result: .unauthorized, after: latency)
        }
        var chance = random.jitter()
        func happens(_ share: Double) -> Bool {
            chance -= share
            return chance < 0
        }
        let transaction = String(request.path.text.split(separator: "/").last ?? "")
        if happens(faults.serverError) { return Reply(result: .serverError, after: latency) }
        if happens(faults.throttled) { return Reply(result: .throttled(for: .seconds(1)), after: latency) }
        if happens(faults.hanging) { return Reply(result: .timeout, after: .seconds(10)) }
        if refused.contains(transaction) { return Reply(result: .invalidTransaction, after: latency) }
        accepted[transaction, default: 0] += 1
        if happens(faults.lostAnswer) {
            lostAnswers += 1
            return Reply(result: .timeout, after: .seconds(10))
        }
        return Reply(result: .accepted, after: latency)
    }
}
