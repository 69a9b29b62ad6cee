import FoundationEssentials
import TestSupport

/// The server of misbehaving_server.py in a process of its own.
struct MisbehavingServer {
    /// A request as the server read it.
    struct Request: Decodable {
        let method: String
        let path: String
        let headers: [String: String]
        let body: String
        let connection: Int
    }

    struct DidNotStart: Error {}

    let authority: String
    private let process: ChildProcess

    init(_ arguments: String...) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "misbehaving_server.py")
        process = try ChildProcess(testPython(), [script.path()] + arguments)
        guard let port = await process.line(containing: "port ")?.split(separator: " ").last else {
            throw DidNotStart()
        }
        authority = "127.0.0.1:\(port)"
    }

    /// The next request that it read, in order.
    func nextRequest() async throws -> Request {
        guard let line = await process.line(containing: "") else { throw DidNotStart() }
        return try JSONDecoder().decode(Request.self, from: Data(line.utf8))
    }

    /// Ends it and gives the lines about requests that have not been asked for.
    func end() async -> [String] {
        process.end()
        return await process.wait().output
    }

    /// The next `count` requests that it read, in order.
    func nextRequests(_ count: Int) async throws -> [Request] {
        var requests: [Request] = []
        while requests.count < count { requests.append(try await nextRequest()) }
        return requests
    }
}
