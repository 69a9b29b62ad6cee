import Flow
import FoundationEssentials
import HTTPServer
import TestSupport
import Testing

/// Whatever comes over a socket: the server neither falls nor grows.
@Suite(.timeLimit(.minutes(3))) struct OddRequestTests {
    private static let seed = UInt64.random(in: .min ... .max)

    @Test func `thousands of odd requests leave the server as it was`() throws {
        var options = HTTPServer.Options(host: "127.0.0.1", port: 0)
        options.bodyLimit = 4096
        let server = try HTTPServer(options) { request in
            let size = request.path.utf8.count + request.query.utf8.count + request.body.count
            return HTTPResponse(status: 200, body: Array("\(size) \(request.headers.count)".utf8))
        }
        var requests = OddRequests(seed: Self.seed)
        // What is allocated once, such as the stacks of threads, is there after these.
        for _ in 0..<500 { try put(requests.next(), to: server) }
        let before = try residentBytes()
        for _ in 0..<2500 { try put(requests.next(), to: server) }
        let growth = try residentBytes() - before
        #expect(growth < 16_000_000, "seed \(Self.seed)")
        let client = try RawConnection(port: server.port)
        client.send("GET /a HTTP/1.0\r\n\r\n")
        #expect(client.receive().hasSuffix("\r\n\r\n2 0"), "seed \(Self.seed)")
    }

    @Test func `thousands of requests that nobody waits for are answered one after the other`() throws {
        let options = HTTPServer.Options(host: "127.0.0.1", port: 0)
        let server = try HTTPServer(options) { HTTPResponse(status: 200, body: $0.body) }
        let client = try RawConnection(port: server.port)
        client.send(String(repeating: "GET /a HTTP/1.1\r\nHost: x\r\n\r\n", count: 2999))
        client.send("GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        var answers: [UInt8] = []
        while case let more = client.receive(atMost: 65_536), !more.isEmpty { answers += more }
        #expect(String(decoding: answers, as: UTF8.self).split(separator: "HTTP/1.1 200 OK\r\n").count == 3000)
    }

    /// Sends it all, takes what comes, and waits until the server has closed.
    private func put(_ request: [UInt8], to server: HTTPServer) throws {
        let client = try RawConnection(port: server.port)
        client.send(request)
        client.finishSending()
        while !client.receive(atMost: 65_536).isEmpty {}
    }

    private func residentBytes() throws -> Int {
        let fields = try String(contentsOf: URL(filePath: "/proc/self/statm"), encoding: .utf8).split(separator: " ")
        return try #require(Int(fields[1])) * 4096
    }
}

/// Requests that no client of good will sends, always the same for a seed.
private struct OddRequests {
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func next() -> [UInt8] {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: bytes(upTo: 500)
        case 1: Array(whole.prefix(Int.random(in: 0..<whole.count, using: &random)))
        case 2: text("GET / HTTP/1.1\r\nHost: x\r\n\(fields(upTo: 1000))\r\n")
        case 3: text("GET /\(run(upTo: 60_000)) HTTP/1.1\r\nHost: x\r\n\r\n")
        case 4: text("GET / HTTP/1.1\r\nHost: x\r\nX-Long: \(run(upTo: 100_000))\r\n\r\n")
        case 5:
            text(
                String(repeating: "GET /a HTTP/1.1\r\nHost: x\r\n\r\n", count: Int.random(in: 1...40, using: &random))
            )
        case 6: text("PUT / HTTP/1.1\r\nHost: x\r\n\(length)\r\n\r\n") + bytes(upTo: 6000)
        default: mutated(whole)
        }
    }

    private let whole = Array(
        """
        PUT /a%20b?c=d&e HTTP/1.1\r\nHost: x\r\nAccept: */*\r\nCookie: a=b; c="d"\r\nContent-Type: text/plain\r\n\
        Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n5\r\nhello\r\n0\r\nX-Trailer: 1\r\n\r\n
        """.utf8
    )

    /// What says how long the body is, right or wrong.
    private var length: String {
        mutating get {
            let lengths = [
                "Content-Length: 6000", "Content-Length: -1", "Content-Length: 99999999999999999999",
                "Content-Length: 5\r\nContent-Length: 6", "Content-Length: 0x10", "Transfer-Encoding: chunked",
                "Transfer-Encoding: chunked\r\nContent-Length: 3", "Transfer-Encoding: gzip, chunked",
                "Content-Length: 18446744073709551615", "Expect: 100-continue\r\nContent-Length: 10",
            ]
            return lengths[Int.random(in: 0..<lengths.count, using: &random)]
        }
    }

    private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    private mutating func run(upTo length: Int) -> String {
        String(repeating: "%e", count: Int.random(in: 0...length / 2, using: &random))
    }

    private mutating func fields(upTo count: Int) -> String {
        (0..<Int.random(in: 0...count, using: &random)).map { "X-\($0): \($0)\r\n" }.joined()
    }

    private mutating func bytes(upTo count: Int) -> [UInt8] {
        (0..<Int.random(in: 0...count, using: &random)).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }

    private mutating func mutated(_ request: [UInt8]) -> [UInt8] {
        var request = request
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let index = Int.random(in: 0..<request.count, using: &random)
            request[index] = UInt8.random(in: .min ... .max, using: &random)
        }
        return request
    }
}
