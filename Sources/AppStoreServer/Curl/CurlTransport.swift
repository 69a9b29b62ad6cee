internal import ConsumptionRules

/// Sends PUTs over HTTP/2 or HTTP/1.1, many at a time; the one type that another HTTP library would replace.
///
/// One thread owns it: `start` takes a request in, `turn` moves all of them on, `wait` sleeps until more is to do.
final class CurlTransport {
    /// The handle, for whoever wants to end the owner's `wait`.
    let multi: CurlMulti

    private let maximumInFlight: Int
    private let production: TransferPool
    private let sandbox: TransferPool

    /// What a request ends with when the client is closed before its answer.
    static let cancelled = TransportFailure(.cancelled, reason: "the client was closed before the answer came")

    /// Checks the options of libcurl by setting them once for each server.
    init(_ configuration: AppStoreConfiguration) throws(AppStoreConfigurationError) {
        guard let multi = CurlMulti(idleConnections: configuration.maximumInFlight) else {
            throw .init(faults: [.init(key: "appStore", reason: "is refused by libcurl, or it has no memory")])
        }
        self.multi = multi
        maximumInFlight = configuration.maximumInFlight
        production = try TransferPool(CurlOptions(configuration, .production))
        sandbox = try TransferPool(CurlOptions(configuration, .sandbox))
    }

    /// Whether another request may be started.
    ///
    /// The limit is ours and not libcurl's, where waiting for a connection uses up a request's time.
    var hasRoom: Bool { underWayCount < maximumInFlight }

    /// Takes a request in; it goes out with the next turn.
    func start(_ request: AppStoreRequest, headers: RequestHeaders) throws(TransportFailure) {
        let pool = pool(for: request.environment)
        let transfer = try pool.take()
        do throws(TransportFailure) {
            try transfer.begin(request, headers: headers)
            try pool.chooseConnection(for: transfer)
            try multi.add(transfer)
        } catch {
            _ = finish(transfer) { $0.end(because: error) }
            throw error
        }
    }

    /// Moves all requests on as far as they go without waiting; returns those that have ended.
    func turn() -> [HTTPReply] {
        if let reason = multi.perform() {
            return cancelAll(because: TransportFailure(.local, reason: "libcurl: \(reason)"))
        }
        var replies: [HTTPReply] = []
        while let (transfer, code) = multi.nextFinished() {
            multi.remove(transfer)
            if let reply = finish(transfer, { $0.end(with: code) }) { replies.append(reply) }
        }
        return replies
    }

    /// Sleeps until a connection has something, a time-out is near, or somebody wakes the handle.
    ///
    /// While requests are under way it looks again before long: libcurl 7.88 may take in the answer to one request as it
    /// sends another over the same HTTP/2 connection, and then tells of it only when it is asked.
    func wait() {
        multi.wait(atMost: underWayCount == 0 ? .seconds(60) : .milliseconds(20))
    }

    /// Breaks everything off.
    func cancelAll(because failure: TransportFailure) -> [HTTPReply] {
        (production.underWay + sandbox.underWay).compactMap { transfer in
            multi.remove(transfer)
            return finish(transfer) { $0.end(because: failure) }
        }
    }

    private var underWayCount: Int { production.underWayCount + sandbox.underWayCount }

    private func finish(_ transfer: CurlTransfer, _ end: (CurlTransfer) -> HTTPReply?) -> HTTPReply? {
        let pool = pool(for: transfer.environment)
        defer { pool.giveBack(transfer) }
        let reply = end(transfer)
        if let reply { pool.takeNote(of: reply) }
        return reply
    }

    private func pool(for environment: AppStoreEnvironment) -> TransferPool {
        switch environment {
        case .production: production
        case .sandbox: sandbox
        }
    }
}
