import Foundation
import TestSupport

/// A proxy in a process of its own that takes TLS and SASL PLAIN, and forwards plain bytes to a broker.
///
/// It writes its own port over the broker's in what the broker says of itself, so that clients keep coming through it.
struct TLSProxy {
    let port = freePort()
    private let process: ChildProcess

    init(to broker: any TestBroker, certificate: String, key: String, user: String, password: String) async throws {
        let target = broker.bootstrapServers.split(separator: ":").last.map(String.init) ?? ""
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "tls_proxy.py")
        process = try ChildProcess(
            testPython(),
            [script.path(), "\(port)", target, certificate, key, user, password]
        )
        guard await process.line(containing: "forwarding") != nil else {
            throw ProxyEnded(status: await process.wait().status)
        }
    }
}
