import TestSupport
import Testing

@testable import HTTPClient

@Suite(.timeLimit(.minutes(1))) struct ConnectionPoolTests {
    private let listener: SilentListener
    private let network: Network
    private let pool: ConnectionPool
    private let start = ContinuousClock.now
    private let ended = EndedExchanges()

    init() throws {
        listener = try SilentListener()
        var options = HTTPClientOptions()
        options.maximumConnections = 2
        network = try #require(Network(options))
        let origin = Origin(host: "127.0.0.1", port: listener.port, isPlain: true)
        pool = ConnectionPool(Route(origin: origin, proxy: nil), network, at: start)
    }

    private func exchange() -> HTTPExchange {
        let request = HTTPRequest(method: "PUT", path: "/", fields: HTTPFields([]), body: [])
        return HTTPExchange(request, tag: 0, from: start, within: .seconds(10), ended)
    }

    private func lookAtSockets(at now: ContinuousClock.Instant) {
        network.poller.wait(atMost: .milliseconds(200))
        network.poller.tellOwners(at: now)
        pool.tend(at: now)
    }

    @Test func `who waits for the end of a pause is told when that is, however late it is asked`() throws {
        let (served, givenUp) = (exchange(), exchange())
        pool.add(served)
        pool.add(givenUp)
        pool.tend(at: start)
        givenUp.fail(HTTPFailure(.cancelled, "it is not wanted any more"))
        for _ in 0..<3 { lookAtSockets(at: start) }
        let first = listener.connection()
        #expect(first.hasInput)
        #expect(pool.nextAt == nil)
        // The server hangs up on the connection that nobody has used: for a second no other is tried.
        do { _ = listener.connection() }
        let pause = start + .milliseconds(1)
        lookAtSockets(at: pause)
        pool.add(exchange())
        pool.tend(at: pause + .milliseconds(999))
        #expect(pool.nextAt == pause + .seconds(1))
        pool.tend(at: pause + .seconds(1))
        for _ in 0..<3 { lookAtSockets(at: pause + .seconds(1)) }
        #expect(listener.connection().hasInput)
        pool.close()
    }
}
