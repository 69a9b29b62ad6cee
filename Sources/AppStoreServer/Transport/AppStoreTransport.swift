internal import ConsumptionRules
internal import Flow
internal import HTTPClient

/// Sends PUTs to the two servers, many at a time.
///
/// One thread owns it: `start` takes a request in, `turn` moves all of them on, `wait` sleeps until more is to do.
final class AppStoreTransport {
    /// Ends the owner's `wait`.
    let waker: Waker

    private let client: HTTPClient
    private let production: AppStoreServer
    private let sandbox: AppStoreServer
    private let maximumInFlight: Int
    /// The requests that are under way, each by the number under which the client has it.
    private var underWay = Slots<Pending>()

    /// What a request ends with when the client is closed before its answer.
    static let cancelled = TransportFailure(.cancelled, reason: "the client was closed before the answer came")

    /// Throws when the configuration names what cannot be used.
    init(_ configuration: AppStoreConfiguration) throws(AppStoreConfigurationError) {
        let urls = (try configuration.baseURL(for: .production), try configuration.baseURL(for: .sandbox))
        do throws(HTTPClientFault) {
            client = try HTTPClient(HTTPClientOptions(configuration))
            production = try AppStoreServer(urls.0, client)
            sandbox = try AppStoreServer(urls.1, client)
        } catch {
            throw .init(faults: [error.fault])
        }
        waker = client.waker
        maximumInFlight = configuration.maximumInFlight
    }

    /// Whether another request may be started.
    ///
    /// The limit is ours, since waiting for a connection uses up a request's time.
    var hasRoom: Bool { client.underWayCount < maximumInFlight }

    /// Takes a request in; it goes out with the next turn.
    func start(_ request: AppStoreRequest, headers: RequestHeaders) {
        let server = request.environment == .production ? production : sandbox
        let tag = underWay.insert(Pending(ticket: request.ticket, app: request.app, headers: headers)).number
        client.start(server.put(request, headers.fields), to: server.server, tag: tag)
    }

    /// Moves all requests on as far as they go without waiting; returns those that have ended.
    func turn() -> [HTTPReply] { client.turn().map(reply) }

    /// Sleeps until a connection has something, a time-out is near, or somebody wakes it.
    func wait() { client.wait() }

    /// Breaks everything off.
    func cancelAll() -> [HTTPReply] { client.cancelAll().map(reply) }

    private func reply(_ exchange: HTTPExchange) -> HTTPReply {
        guard let pending = underWay.remove(Ticket(number: exchange.tag)) else {
            preconditionFailure("a request has ended twice")
        }
        return HTTPReply(exchange, to: pending)
    }
}

/// One of Apple's two servers.
private struct AppStoreServer {
    let server: HTTPClient.Server
    private let prefix: String

    init(_ url: BaseURL, _ client: HTTPClient) throws(HTTPClientFault) {
        server = try client.server(at: url.origin)
        prefix = url.prefix
    }

    func put(_ request: AppStoreRequest, _ fields: HTTPFields) -> HTTPRequest {
        HTTPRequest(method: "PUT", path: prefix + request.path.text, fields: fields, body: request.body)
    }
}
