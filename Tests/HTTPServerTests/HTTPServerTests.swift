import HTTPServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct HTTPServerTests {
    /// Says what it was asked; the paths `/nothing` and `/close` stand for an answer of 404 and for none.
    private static let echo: HTTPServer.Handler = { request in
        switch request.path {
        case "/nothing": return HTTPResponse(status: 404)
        case "/close": return nil
        default:
            let text = "\(request.method) \(request.path) [\(request.query)] \(request.body.count)"
            return HTTPResponse(status: 200, headers: [HTTPField("X-Echo", "yes")], body: Array(text.utf8))
        }
    }

    private func serve(
        _ change: (inout HTTPServer.Options) -> Void = { _ in },
        handler: @escaping HTTPServer.Handler = echo
    ) throws -> HTTPServer {
        var options = HTTPServer.Options(host: "127.0.0.1", port: 0)
        change(&options)
        return try HTTPServer(options, handler: handler)
    }

    /// Sends one request on a connection of its own and returns everything that comes back.
    private func exchange(_ request: String, with server: HTTPServer) throws -> String {
        let connection = try RawConnection(port: server.port)
        connection.send(request)
        return connection.receive()
    }

    @Test func `a GET is answered by the handler`() throws {
        let answer = try exchange("GET /a HTTP/1.0\r\n\r\n", with: serve())
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.contains("\r\nX-Echo: yes\r\n"))
        #expect(answer.hasSuffix("\r\n\r\nGET /a [] 0"))
    }

    @Test func `a HEAD is answered with the head of the GET`() throws {
        let answer = try exchange("HEAD /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", with: serve())
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.contains("\r\nContent-Length: 11\r\n"))
        #expect(answer.hasSuffix("\r\n\r\n"))
    }

    @Test func `the body of a PUT reaches the handler whole`() throws {
        let body = String(repeating: "x", count: 100_000)
        let answer = try exchange("PUT /b HTTP/1.0\r\nContent-Length: 100000\r\n\r\n\(body)", with: serve())
        #expect(answer.hasSuffix("PUT /b [] 100000"))
    }

    @Test func `the target arrives as the client wrote it`() throws {
        let answer = try exchange("GET /a%2Fb/../c%00?q=%20+1?2&q HTTP/1.0\r\n\r\n", with: serve())
        #expect(answer.hasSuffix("GET /a%2Fb/../c%00 [q=%20+1?2&q] 0"))
    }

    @Test func `header fields are found whatever their case`() throws {
        let server = try serve { _ in
        } handler: {
            HTTPResponse(status: 200, body: Array(($0.headers.value(of: "CONTENT-type") ?? "none").utf8))
        }
        #expect(try exchange("GET / HTTP/1.0\r\ncontent-Type: text/x\r\n\r\n", with: server).hasSuffix("text/x"))
        #expect(try exchange("GET / HTTP/1.0\r\n\r\n", with: server).hasSuffix("none"))
    }

    @Test func `a handler may say that there is nothing`() throws {
        #expect(try exchange("GET /nothing HTTP/1.0\r\n\r\n", with: serve()).hasPrefix("HTTP/1.1 404 Not Found\r\n"))
    }

    @Test func `a handler may close the connection without an answer`() throws {
        #expect(try exchange("GET /close HTTP/1.1\r\nHost: x\r\n\r\n", with: serve()).isEmpty)
    }

    @Test func `two requests share a connection`() throws {
        let server = try serve()
        let connection = try RawConnection(port: server.port)
        connection.send("GET /1 HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(connection.receive(until: "GET /1 [] 0").hasSuffix("0"))
        connection.send("GET /2 HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(connection.receive(until: "GET /2 [] 0").hasSuffix("0"))
    }

    @Test(arguments: [(16, "200 OK"), (17, "413 "), (100_000, "413 ")])
    func `a body over the limit is refused`(size: Int, expected: String) throws {
        let server = try serve { $0.bodyLimit = 16 }
        let body = String(repeating: "x", count: size)
        let answer = try exchange("PUT /b HTTP/1.0\r\nContent-Length: \(size)\r\n\r\n\(body)", with: server)
        #expect(answer.hasPrefix("HTTP/1.1 \(expected)"))
    }

    @Test func `a client over the limit takes the place of one that has not asked yet`() throws {
        let server = try serve {
            $0.connections = 1
            $0.timeoutSeconds = 60
        }
        let first = try RawConnection(port: server.port)
        #expect(try exchange("GET /b HTTP/1.0\r\n\r\n", with: server).hasSuffix("GET /b [] 0"))
        #expect(first.receive().isEmpty)
    }

    @Test func `a client over the limit is turned away while all others are being served`() throws {
        let gate = Guarded(Gate())
        let server = try serve {
            $0.connections = 1
        } handler: { _ in
            gate.withLock { $0.isEntered = true }
            gate.wait(atMost: .seconds(60)) { $0.isOpen }
            return HTTPResponse(status: 200, body: Array("late".utf8))
        }
        let first = try RawConnection(port: server.port)
        first.send("GET / HTTP/1.0\r\n\r\n")
        #expect(gate.wait(atMost: .seconds(60)) { $0.isEntered })
        #expect(try RawConnection(port: server.port).receive().isEmpty)
        gate.withLock { $0.isOpen = true }
        #expect(first.receive().hasSuffix("late"))
    }

    @Test func `a silent client is cut and makes room for the next one`() throws {
        let server = try serve {
            $0.connections = 1
            $0.timeoutSeconds = 1
        }
        let silent = try RawConnection(port: server.port)
        silent.send("GET /a HTTP/1.1\r\nHos")
        #expect(!silent.receive().contains("200"))
        // The place becomes free a moment after the connection was closed.
        var answer = ""
        while answer.isEmpty {
            answer = try exchange("GET /b HTTP/1.0\r\n\r\n", with: server)
        }
        #expect(answer.hasSuffix("GET /b [] 0"))
    }

    @Test func `a handler that takes longer than the time-out is still heard`() throws {
        let never = Guarded(())
        let server = try serve {
            $0.timeoutSeconds = 1
        } handler: { _ in
            never.wait(atMost: .milliseconds(1500)) { false }
            return HTTPResponse(status: 200)
        }
        #expect(try exchange("GET /b HTTP/1.0\r\n\r\n", with: server).hasPrefix("HTTP/1.1 200"))
    }

    @Test func `an address in use is named`() throws {
        let server = try serve()
        let error = #expect(throws: HTTPServerError.self) { try serve { $0.port = server.port } }
        #expect(error?.code == .addressInUse)
        #expect(error?.description.hasPrefix("127.0.0.1:\(server.port) is already in use") == true)
    }

    @Test(arguments: [("192.0.2.1", "192.0.2.1:0 is not an address"), ("no.such.invalid", "the host is unknown")])
    func `an address that is not of this machine is named`(host: String, expected: String) throws {
        let error = #expect(throws: HTTPServerError.self) { try serve { $0.host = host } }
        #expect(error?.code == .addressUnusable)
        #expect(error?.description.contains(expected) == true)
    }

    @Test func `an IPv6 server does not answer on IPv4`() throws {
        let server = try serve { $0.host = "::1" }
        #expect(!isListening(on: server.port))
    }

    @Test func `stopping lets a running handler answer and turns new clients away`() async throws {
        let gate = Guarded(Gate())
        let server = try serve { _ in
        } handler: { _ in
            gate.withLock { $0.isEntered = true }
            gate.wait(atMost: .seconds(60)) { $0.isOpen }
            return HTTPResponse(status: 200, body: Array("late".utf8))
        }
        let connection = try RawConnection(port: server.port)
        connection.send("GET / HTTP/1.0\r\n\r\n")
        #expect(gate.wait(atMost: .seconds(60)) { $0.isEntered })
        let stopping = Task.detached { server.stop() }
        while isListening(on: server.port) {}
        gate.withLock { $0.isOpen = true }
        #expect(connection.receive().hasSuffix("late"))
        await stopping.value
    }

    private struct Gate {
        var isEntered = false
        var isOpen = false
    }

    @Test func `a server that nobody holds any more is gone`() throws {
        let port = try serve().port
        #expect(!isListening(on: port))
    }
}
