import TestSupport
import Testing
import Tracing

/// A collector that is not there, or says nothing, costs no more time than it is given.
@Suite(.timeLimit(.minutes(2))) struct CollectorTests {
    private static func failure(port: UInt16, within limit: Duration, while mayGoOn: () -> Bool) -> String? {
        let collector = Collector(endpoint: "http://127.0.0.1:\(port)", userAgent: "test")
        do throws(CollectorError) {
            _ = try collector.take(Array("{}".utf8), within: limit, while: mayGoOn)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func `nobody listens`() {
        let port = freePort()
        let reason = Self.failure(port: port, within: .seconds(60)) { true }
        #expect(reason == "no connection to 127.0.0.1:\(port): Connection refused")
    }

    @Test func `nobody answers in time`() throws {
        let listener = try SilentListener()
        let reason = Self.failure(port: listener.port, within: .milliseconds(200)) { true }
        #expect(reason == "no answer within 200 ms")
    }

    @Test func `a request that is no longer wanted is broken off long before its time is over`() throws {
        let listener = try SilentListener()
        let begin = ContinuousClock.now
        let reason = Self.failure(port: listener.port, within: .seconds(20)) {
            ContinuousClock.now < begin + .milliseconds(100)
        }
        #expect(reason == "broken off before an answer")
        #expect(listener.connection().isHungUp())
    }

    @Test func `a connection that its server would keep is closed`() throws {
        let listener = try SilentListener()
        var connection: RawConnection?
        let reason = Self.failure(port: listener.port, within: .seconds(20)) {
            let open = connection ?? listener.connection()
            connection = open
            if open.hasInput { open.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}") }
            return true
        }
        #expect(reason == nil)
        #expect(try #require(connection).isHungUp())
    }
}
