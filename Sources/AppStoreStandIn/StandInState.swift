import Flow

/// What the stand-in knows, was told, and has seen: a value, so that it decides without waiting or talking.
struct StandInState: Sendable {
    private struct RateKey: Hashable {
        let bundleID: String
        let version: ConsumptionEndpoint.Version
    }

    var faults: StandInFaults
    var tokens: TokenCheck
    var isStopped = false
    private(set) var arrivals: [Arrival] = []
    private(set) var accepted: [String: Int] = [:]
    private let refusesUnknownTransactions: Bool
    private var transactions: [String: KnownTransaction] = [:]
    private var scripts: [String: [StandInAnswer]] = [:]
    private var windows: [RateKey: SlidingWindow] = [:]
    private var generator: SeededGenerator

    init(options: AppStoreStandIn.Options) {
        faults = options.faults
        tokens = TokenCheck(accounts: options.accounts)
        refusesUnknownTransactions = options.refusesUnknownTransactions
        generator = SeededGenerator(seed: options.seed)
    }

    mutating func register(_ transactionID: String, _ transaction: KnownTransaction) {
        transactions[transactionID] = transaction
    }

    mutating func script(_ transactionID: String, _ answers: [StandInAnswer]) {
        scripts[transactionID, default: []] += answers
    }

    /// Records a request and returns its number.
    mutating func receive(_ arrival: Arrival) -> Int {
        arrivals.append(arrival)
        return arrivals.count - 1
    }

    /// Records what a request turned out to be.
    mutating func amend(_ number: Int, _ change: (inout Arrival) -> Void) {
        change(&arrivals[number])
    }

    mutating func accept(_ transactionID: String) {
        accepted[transactionID, default: 0] += 1
    }

    /// Throws when the app has made too many requests to this endpoint within the last second.
    mutating func admit(
        _ bundleID: String,
        to version: ConsumptionEndpoint.Version,
        at now: ContinuousClock.Instant
    ) throws(AppleError) {
        guard let limit = faults.rateLimit else { return }
        let key = RateKey(bundleID: bundleID, version: version)
        if let wait = windows[key, default: SlidingWindow()].admit(limit: limit, at: now) {
            throw .rateLimitExceeded(retryAfter: wait)
        }
    }

    /// What to answer instead of the usual: first what was told for this transaction, then by chance.
    mutating func fault(for transactionID: String) -> StandInAnswer? {
        if let script = scripts[transactionID], let next = script.first {
            scripts[transactionID] = Array(script.dropFirst())
            return next
        }
        guard faults.failureShare > 0, Double.random(in: 0..<1, using: &generator) < faults.failureShare else {
            return nil
        }
        return faults.failures.randomElement(using: &generator)
    }

    /// What the store knows about the transaction; throws when it should know it and does not.
    func transaction(_ transactionID: String) throws(AppleError) -> KnownTransaction? {
        if let transaction = transactions[transactionID] { return transaction }
        if refusesUnknownTransactions { throw .transactionIDNotFound }
        return nil
    }
}
