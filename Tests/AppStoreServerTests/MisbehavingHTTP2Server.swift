import FoundationEssentials
import Glibc
import TestSupport

/// The server of misbehaving_http2_server.py in a process of its own.
struct MisbehavingHTTP2Server {
    /// A request as the server read it.
    struct Request: Decodable {
        /// The number in its body, by which the test knows it.
        let number: Int
        let connection: Int
        let stream: Int
        /// How many streams the client has reset on that connection so far.
        let resets: Int
    }

    struct DidNotStart: Error {}

    /// Its base URL.
    let url: String
    private let process: ChildProcess

    init(_ behaviour: String, certificate: (certificate: String, key: String)) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "misbehaving_http2_server.py")
        let arguments = [script.path(), certificate.certificate, certificate.key, behaviour]
        process = try ChildProcess(testPython(), arguments)
        guard let port = await process.line(containing: "port ")?.split(separator: " ").last else {
            throw DidNotStart()
        }
        url = "https://127.0.0.1:\(port)"
    }

    /// Waits until it has read so many more requests.
    func hasRead(_ count: Int) async -> Bool {
        for _ in 0..<count where await process.line(containing: "number") == nil { return false }
        return true
    }

    /// Has one that waits for it break the rules now; comes back when that is done.
    func breakRules() async {
        process.send(SIGUSR1)
        _ = await process.line(containing: "broken")
    }

    /// Ends it and gives every request that it has read, in order.
    func requests() async throws -> [Request] {
        process.end()
        return try await process.wait().output.map { try JSONDecoder().decode(Request.self, from: Data($0.utf8)) }
    }
}
