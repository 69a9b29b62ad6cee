import FoundationEssentials
import HTTPServer

/// Answers each request as the App Store would, unless it was told to do otherwise.
struct ConsumptionService: Sendable {
    let state: Guarded<StandInState>

    /// Runs on the connection's thread and blocks it for as long as the answer is to take; none closes the connection.
    func answer(_ request: HTTPRequest) -> HTTPResponse? {
        let number = state.withLock { $0.receive(Arrival(request, at: .now)) }
        let response: HTTPResponse?
        do {
            response = try respond(to: request, number: number)
        } catch {
            amend(number) { $0.refusal = $0.refusal ?? error.message }
            response = HTTPResponse(error)
        }
        pause(state.withLock { $0.faults.latency })
        amend(number) { $0.status = response?.status }
        return response.map(dated)
    }

    /// With the store's own time, where that is not this machine's.
    private func dated(_ response: HTTPResponse) -> HTTPResponse {
        let lead = state.withLock { $0.faults.clockLead }
        guard lead != .zero else { return response }
        let date = HTTPField.date(Date(timeIntervalSinceNow: lead / .seconds(1)))
        return HTTPResponse(status: response.status, headers: response.headers + [date], body: response.body)
    }

    private func respond(to request: HTTPRequest, number: Int) throws(AppleError) -> HTTPResponse? {
        guard let endpoint = ConsumptionEndpoint(method: request.method, path: request.path) else {
            throw .nothingHere
        }
        amend(number) { $0.transactionID = endpoint.transactionID }
        let bundleID = try bundleID(of: request, number: number)
        amend(number) { $0.bundleID = bundleID }
        let accept = { () throws(AppleError) in
            try check(request, endpoint: endpoint, bundleID: bundleID)
            state.withLock { $0.accept(endpoint.transactionID) }
        }
        let fault = try state.withLock { state throws(AppleError) in
            guard !state.faults.refusedApps.contains(bundleID) else { throw .unauthorized }
            try state.admit(bundleID, to: endpoint.version, at: .now)
            return state.fault(for: endpoint.transactionID)
        }
        return try respond(with: fault, accept: accept)
    }

    /// Gives the answer that was asked for; with none, the usual one.
    private func respond(
        with fault: StandInAnswer?,
        accept: () throws(AppleError) -> Void
    ) throws(AppleError) -> HTTPResponse? {
        switch fault {
        case nil: break
        case .late(let delay): pause(delay)
        case .error(let status, let code, let message): throw AppleError(status, code, message)
        case .throttled(let wait): throw .rateLimitExceeded(retryAfter: wait)
        case .unauthorized: throw .unauthorized
        case .page(let status): return .page(status: status)
        case .closed: return nil
        case .silent: return silence()
        case .lost:
            try accept()
            return nil
        }
        try accept()
        return HTTPResponse(status: 202)
    }

    private func bundleID(of request: HTTPRequest, number: Int) throws(AppleError) -> String {
        do throws(TokenCheck.Refusal) {
            if state.withLock({ $0.faults.refusesTokens }) { throw TokenCheck.Refusal(reason: "told to refuse it") }
            let field = request.headers.value(of: "Authorization")
            let (tokens, lead) = state.withLock { ($0.tokens, $0.faults.clockLead) }
            let now = Date().timeIntervalSince1970 + lead / .seconds(1)
            return try tokens.bundleID(ofAuthorization: field, now: Int(now))
        } catch {
            amend(number) { $0.refusal = error.reason }
            throw .unauthorized
        }
    }

    private func check(
        _ request: HTTPRequest,
        endpoint: ConsumptionEndpoint,
        bundleID: String
    ) throws(AppleError) {
        guard isJSON(request) else { throw .wrongContentType }
        guard endpoint.transactionID.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw .invalidTransactionID
        }
        guard let fields = JSONValue.object(from: request.body) else { throw .unreadable }
        let transaction = try state.withLock { state throws(AppleError) in
            try state.transaction(endpoint.transactionID)
        }
        try transaction?.check(bundleID: bundleID, version: endpoint.version)
        switch endpoint.version {
        case .v1: try ConsumptionRequestV1Check(fields: fields).check(against: transaction)
        case .v2: try ConsumptionRequestCheck(fields: fields).check(against: transaction)
        }
    }

    private func isJSON(_ request: HTTPRequest) -> Bool {
        let type = request.headers.value(of: "Content-Type")?.split(separator: ";").first
        return type?.lowercased() == "application/json"
    }

    private func silence() -> HTTPResponse? {
        pause(.seconds(86_400))
        return nil
    }

    /// Blocks this thread, but not past the end of the stand-in.
    private func pause(_ duration: Duration) {
        guard duration > .zero else { return }
        state.wait(atMost: duration) { $0.isStopped }
    }

    private func amend(_ number: Int, _ change: (inout Arrival) -> Void) {
        state.withLock { $0.amend(number, change) }
    }
}

extension Arrival {
    fileprivate init(_ request: HTTPRequest, at time: ContinuousClock.Instant) {
        self.init(time: time, method: request.method, path: request.path, body: request.body)
    }
}
