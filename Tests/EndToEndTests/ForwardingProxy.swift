import Foundation
import TestSupport

/// A TCP proxy in a process of its own that can swallow everything for a while.
struct ForwardingProxy {
    private let process: ChildProcess

    /// Listens on a port of a loopback address and forwards to another port of 127.0.0.1.
    init(at address: String = "127.0.0.1", from port: UInt16, to target: UInt16) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "forwarding_proxy.py")
        process = try ChildProcess(testPython(), [script.path(), address, "\(port)", "\(target)"])
        guard await process.line(containing: "forwarding") != nil else {
            throw ProxyEnded(status: await process.wait().status)
        }
    }

    /// Ends it with all its connections.
    func end() async {
        process.end(with: SIGKILL)
        _ = await process.wait()
    }

    /// Halts it: connections stay open, new ones are taken, and nothing goes through.
    func swallow() { process.send(SIGSTOP) }

    /// Lets everything through again, what was held back first.
    func letThrough() { process.send(SIGCONT) }
}

/// The proxy did not start.
struct ProxyEnded: Error, CustomStringConvertible {
    let status: Int32

    var description: String { "the proxy ended with \(status)" }
}
