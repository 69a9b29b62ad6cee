import Glibc
import HTTPServer
import TestSupport
import Testing

/// Clients that hold their connections, by patience or by malice.
@Suite(.timeLimit(.minutes(2))) struct SlowClientTests {
    /// Larger than what the kernel takes for a client that does not read.
    private static let large = [UInt8](repeating: 0x78, count: 8_000_000)

    private func serve(connections: UInt32, timeout: UInt32) throws -> HTTPServer {
        var options = HTTPServer.Options(host: "127.0.0.1", port: 0)
        (options.connections, options.timeoutSeconds) = (connections, timeout)
        return try HTTPServer(options) { request in
            HTTPResponse(status: 200, body: request.path == "/large" ? Self.large : Array("metrics".utf8))
        }
    }

    /// Connections that say a part of a head, or nothing, or do not take their answer.
    private func slowClients(_ count: Int, of server: HTTPServer, from host: UInt8) throws -> [RawConnection] {
        try (0..<count).map { number in
            let client = try RawConnection(port: server.port, from: host, receiveBuffer: 4096)
            switch number % 3 {
            case 0: client.send("GET /metrics HTTP/1.1\r\nHost: x\r\nX-Slow: a")
            case 1: break
            default: client.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
            }
            return client
        }
    }

    private func scrape(_ server: HTTPServer) throws -> String {
        let client = try RawConnection(port: server.port)
        client.send("GET /metrics HTTP/1.0\r\n\r\n")
        return client.receive()
    }

    // As many as the endpoint takes, twice as many as there is room for, from the scraper's own address or another.
    @Test(arguments: [(128, 1), (32, 1), (32, 2)])
    func `64 slow connections do not stop a scrape`(room: Int, host: UInt8) throws {
        let server = try serve(connections: UInt32(room), timeout: 60)
        let slow = try slowClients(64, of: server, from: host)
        for _ in 0..<20 { #expect(try scrape(server).hasSuffix("metrics")) }
        withExtendedLifetime(slow) {}
    }

    @Test func `whoever opens more and more connections keeps nobody else out`() throws {
        let server = try serve(connections: 16, timeout: 60)
        let patient = try RawConnection(port: server.port)
        patient.send("GET /metrics HTTP/1.0\r\n")
        var flood: [RawConnection] = []
        for _ in 0..<20 {
            flood += try slowClients(24, of: server, from: 2)
            #expect(try scrape(server).hasSuffix("metrics"))
        }
        patient.send("\r\n")
        #expect(patient.receive().hasSuffix("metrics"))
    }

    @Test func `a client that sends its head letter by letter is cut`() throws {
        let server = try serve(connections: 16, timeout: 1)
        let client = try RawConnection(port: server.port)
        client.send("GET / HTTP/1.1\r\nX-Slow: ")
        var letters = 0
        // Never silent for as long as the time-out.
        while letters < 400, client.send("a") {
            letters += 1
            usleep(50_000)
        }
        #expect((10..<400).contains(letters))
    }

    @Test func `a client that takes its answer byte by byte is cut`() throws {
        let server = try serve(connections: 16, timeout: 1)
        let client = try RawConnection(port: server.port, receiveBuffer: 4096)
        client.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        var taken = 0
        for _ in 0..<60 {
            taken += client.receive(atMost: 512).count
            usleep(50_000)
        }
        // What the kernel had taken before the connection was cut.
        while case let rest = client.receive(atMost: 65_536).count, rest > 0 { taken += rest }
        #expect(taken < Self.large.count)
    }
}
