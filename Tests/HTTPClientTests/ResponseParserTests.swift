import Testing

@testable import HTTPClient

@Suite struct ResponseParserTests {
    /// What a parser has found in an answer.
    final class Findings: ResponseReader, Equatable {
        var status = 0
        var fields: [String] = []
        var body = ""
        var wants = true

        func found(_ part: ResponsePart) -> Bool {
            switch part {
            case .status(let status): self.status = status
            case .field(let name, let value):
                fields.append(String(decoding: name, as: UTF8.self) + "=" + String(decoding: value, as: UTF8.self))
            case .body(let bytes): body += String(decoding: bytes, as: UTF8.self)
            }
            return wants
        }

        static func == (one: Findings, other: Findings) -> Bool {
            (one.status, one.fields, one.body) == (other.status, other.fields, other.body)
        }
    }

    /// Feeds a text in pieces; tells what was found, whether that was all, and how many bytes were left.
    private func parse(
        _ text: String,
        cutAt cuts: [Int] = [],
        isTunnel: Bool = false
    ) throws -> (found: Findings, parser: ResponseParser, left: Int) {
        var parser = ResponseParser(isTunnel: isTunnel)
        let findings = Findings()
        let bytes = Array(text.utf8)
        var taken = 0
        for (start, end) in zip([0] + cuts, cuts + [bytes.count]) {
            taken += try Array(bytes[start..<end]).withUnsafeBytes { try parser.take($0, findings) }
        }
        return (findings, parser, bytes.count - taken)
    }

    /// An answer, the body in it, and whether another request may follow on the connection.
    static let answers: [(text: String, status: Int, body: String, keeps: Bool)] = [
        ("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n", 202, "", true),
        ("HTTP/1.1 200 OK\r\ncontent-length:  2 \r\nX-Empty:\r\n\r\n{}", 200, "{}", true),
        ("HTTP/1.1 404\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nabcde", 404, "abcde", true),
        ("HTTP/1.1 500 \r\nConnection: x, Close\r\nContent-Length: 1\r\n\r\nz", 500, "z", false),
        ("HTTP/1.0 500 Old\r\nContent-Length: 1\r\n\r\nz", 500, "z", false),
        ("HTTP/1.1 204 No Content\r\n\r\n", 204, "", true),
        ("HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", 304, "", true),
        (
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: a\r\n\r\nHTTP/1.1 202 A\r\nContent-Length: 0\r\n\r\n",
            202, "", true
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n2\r\n{\"\r\nA;x=y\r\na\":\"bcdef\"\r\n1 \r\n}\r\n0\r\nX: y\r\n\r\n",
            200, "{\"a\":\"bcdef\"}", true
        ),
    ]

    @Test(arguments: answers)
    func `an answer is read to its end, however it is cut`(text: String, status: Int, body: String, keeps: Bool) throws
    {
        let whole = try parse(text)
        #expect(whole.found.status == status)
        #expect(whole.found.body == body)
        #expect(whole.parser.isDone)
        #expect(whole.parser.keepsConnection == keeps)
        for cut in 1..<text.utf8.count {
            let parts = try parse(text, cutAt: [cut])
            #expect(parts.found == whole.found, "cut at \(cut)")
            #expect(parts.parser.isDone && parts.left == 0)
        }
        let single = try parse(text, cutAt: Array(1..<text.utf8.count))
        #expect(single.found == whole.found)
        #expect(single.parser.isDone)
    }

    @Test(arguments: answers)
    func `an answer that is not whole is not taken for one`(text: String, status: Int, body: String, keeps: Bool) throws
    {
        for end in 0..<text.utf8.count {
            var (_, parser, _) = try parse(String(decoding: text.utf8.prefix(end), as: UTF8.self))
            #expect(!parser.isDone, "cut at \(end)")
            let isEnd = parser.close(isClean: true)
            #expect(!isEnd, "cut at \(end)")
        }
    }

    @Test func `what follows an answer is left alone`() throws {
        let (found, parser, left) = try parse("HTTP/1.1 202 A\r\nContent-Length: 1\r\n\r\nxHTTP/1.1")
        #expect(found.body == "x")
        #expect(parser.isDone)
        #expect(left == 8)
    }

    @Test(arguments: [true, false])
    func `a body without a length ends with the connection, if that is closed as it should be`(isClean: Bool) throws {
        var (found, parser, _) = try parse("HTTP/1.1 500 E\r\n\r\nrest")
        #expect(found.body == "rest")
        #expect(!parser.isDone)
        let isEnd = parser.close(isClean: isClean)
        #expect(isEnd == isClean)
        #expect(!parser.keepsConnection)
    }

    @Test func `the answer to CONNECT ends with its header when the way is open`() throws {
        let (found, parser, left) = try parse("HTTP/1.1 200 Tunnel\r\nContent-Length: 3\r\n\r\n", isTunnel: true)
        #expect(found.status == 200 && parser.isDone && left == 0)
        #expect(try !parse("HTTP/1.1 407 No\r\nContent-Length: 3\r\n\r\n", isTunnel: true).parser.isDone)
    }

    @Test(arguments: [
        "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/2 200\r\n", "HTTP/1.2 200 OK\r\n", "HTTP/1.1  200 OK\r\n",
        "HTTP/1.1 20 OK\r\n",
        "HTTP/1.1 2000\r\n", "HTTP/1.1 099 X\r\n", "HTTP/1.1 -20 X\r\n", "HTTP/1.1 200 OK\n", "\r\n",
        "HTTP/1.1 101 Switch\r\n\r\n", "HTTP/1.1 200 OK\r\nno field\r\n", "HTTP/1.1 200 OK\r\nName : x\r\n",
        "HTTP/1.1 200 OK\r\nA: b\r\n folded\r\n", "HTTP/1.1 200 OK\r\n: x\r\n", "HTTP/1.1 200 OK\r\nA: \u{0}\r\n",
        "HTTP/1.1 200 OK\r\nA: b\rc\r\n", "HTTP/1.1 200 OK\r\nContent-Length: +1\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1, 1\r\n", "HTTP/1.1 200 OK\r\nContent-Length:\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 9999999999999999999\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
    ])
    func `what is not well formed is refused`(text: String) {
        #expect(throws: ResponseFault.self) { try parse(text) }
    }

    @Test(arguments: [
        String(repeating: "x", count: 70_000),
        "HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 12_000),
        String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 3000),
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;" + String(repeating: "x", count: 70_000),
    ])
    func `a header without end is refused`(text: String) {
        #expect(throws: ResponseFault("the header is longer than 64 KiB")) { try parse(text) }
    }

    @Test func `a body may have chunks without number`() throws {
        let text =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + String(repeating: "1\r\nx\r\n", count: 40_000)
        #expect(try parse(text + "0\r\n\r\n").found.body.utf8.count == 40_000)
    }

    @Test func `a reader that has enough is told no more`() throws {
        var parser = ResponseParser()
        let findings = Findings()
        findings.wants = false
        let bytes = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".utf8)
        let count = try bytes.withUnsafeBytes { try parser.take($0, findings) }
        #expect(count < bytes.count)
        #expect(findings.body.isEmpty)
    }
}
