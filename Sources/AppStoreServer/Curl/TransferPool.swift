/// The transfers for one server: as many as were ever under way at once, used in turn.
final class TransferPool {
    private let options: CurlOptions
    private var all: [CurlTransfer] = []
    private var idle: [CurlTransfer] = []
    private var term: ConnectionTerm

    /// Makes the first transfer, so that an option that libcurl refuses shows at once.
    init(_ options: CurlOptions) throws(AppStoreConfigurationError) {
        self.options = options
        term = ConnectionTerm(longest: options.configuration.connectionLifetime, at: .now)
        do throws(TransportFailure) {
            let first = try take()
            defer { giveBack(first) }
            try chooseConnection(for: first)
        } catch {
            throw .init(faults: [.init(key: "appStore", reason: "is refused by libcurl: \(error.reason)")])
        }
    }

    /// How many have a request.
    var underWayCount: Int { all.count - idle.count }

    /// Those that have a request.
    var underWay: [CurlTransfer] {
        all.filter { $0.current != nil }
    }

    /// A transfer without a request.
    func take() throws(TransportFailure) -> CurlTransfer {
        if let transfer = idle.popLast() { return transfer }
        let transfer = try CurlTransfer(options)
        all.append(transfer)
        return transfer
    }

    /// Lets the request that is about to start share the connections of the present term.
    func chooseConnection(for transfer: CurlTransfer) throws(TransportFailure) {
        let now = ContinuousClock.now
        term.requestStarts(at: now)
        try options.apply(term, at: now, to: transfer.easy)
    }

    /// Learns from how a request ended.
    func takeNote(of reply: HTTPReply) {
        switch reply.outcome {
        case .success: term.requestIsAnswered(at: .now)
        case .failure(let failure) where failure.category == .timeout:
            term.requestTimesOut(after: reply.duration, at: .now)
        case .failure: break
        }
    }

    /// Takes a transfer back whose request has ended.
    func giveBack(_ transfer: CurlTransfer) {
        idle.append(transfer)
    }
}
