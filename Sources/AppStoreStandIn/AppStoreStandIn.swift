package import HTTPServer

/// A small App Store on this machine that takes consumption information as Apple documents it, and fails on command.
///
/// It serves one environment on 127.0.0.1, checks every request for itself (nothing is shared with the worker's own
/// rules), and keeps a record of all that arrives.
package final class AppStoreStandIn: Sendable {
    /// Where a client sends its requests, without a slash at the end.
    package let baseURL: String
    private let server: HTTPServer
    private let state: Guarded<StandInState>

    /// Serves from now on, until `stop` or until nobody holds it any more.
    package init(_ options: Options) throws(HTTPServerError) {
        state = Guarded(StandInState(options: options))
        let service = ConsumptionService(state: state)
        server = try HTTPServer(options.server, handler: service.answer)
        baseURL = "\(options.tls == nil ? "http" : "https")://127.0.0.1:\(server.port)"
    }

    deinit {
        stop()
    }

    /// Where it listens on 127.0.0.1.
    package var port: UInt16 { server.port }

    /// Tells it about a transaction, so that it can refuse what does not fit.
    package func register(_ transactionID: String, _ transaction: KnownTransaction) {
        state.withLock { $0.register(transactionID, transaction) }
    }

    /// Gives the next requests for a transaction these answers, one each, before the usual one.
    package func script(_ transactionID: String, _ answers: StandInAnswer...) {
        state.withLock { $0.script(transactionID, answers) }
    }

    /// Changes what goes wrong for all requests from now on.
    package func changeFaults(_ change: @Sendable (inout StandInFaults) -> Void) {
        state.withLock { change(&$0.faults) }
    }

    /// Believes the tokens of these developers from now on, and of no others: a key was revoked, another one made.
    package func changeAccounts(_ accounts: [DeveloperAccount]) {
        state.withLock { $0.tokens = TokenCheck(accounts: accounts) }
    }

    /// Everything that has arrived, in order.
    package func arrivals() -> [Arrival] {
        state.withLock { $0.arrivals }
    }

    /// How often each transaction was accepted; those that never were are missing.
    package func accepted() -> [String: Int] {
        state.withLock { $0.accepted }
    }

    /// Blocks the calling thread until the record fulfils the condition or the time is over; says whether it does.
    package func wait(atMost limit: Duration, until condition: ([Arrival]) -> Bool) -> Bool {
        state.wait(atMost: limit) { condition($0.arrivals) }
    }

    /// Closes what is still waiting for an answer and turns new clients away; a further call does nothing.
    package func stop() {
        state.withLock { $0.isStopped = true }
        server.stop()
    }
}
