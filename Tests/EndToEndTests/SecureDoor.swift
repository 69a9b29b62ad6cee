import Foundation
import TestSupport

/// TLS, and SASL where there is a user, in front of a broker that knows neither: a process of its own.
struct SecureDoor {
    /// What goes into `bootstrap.servers`.
    var bootstrapServers: String { "127.0.0.1:\(port)" }
    let port: UInt16
    private let process: ChildProcess

    /// Opens it, and waits until it is open.
    ///
    /// - Parameter clients: The authority that has to have signed a client's certificate; `nil` asks for none.
    init(
        to broker: any TestBroker,
        on port: UInt16 = freePort(),
        _ pair: (certificate: String, key: String),
        clients: String? = nil,
        user: (name: String, password: String)? = nil
    ) async throws {
        self.port = port
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "secure_proxy.py").path()
        let target = broker.bootstrapServers.split(separator: ":").last.map(String.init) ?? ""
        process = try ChildProcess(
            testPython(),
            [script, "\(port)", target, pair.certificate, pair.key, clients ?? "-"]
                + (user.map { [$0.name, $0.password] } ?? [])
        )
        guard await process.line(containing: "open") != nil else { throw DoorFailed(port: port) }
    }

    /// Shuts it, with every connection that goes through it.
    func shut() async {
        process.end(with: 9)
        _ = await process.wait()
    }
}

/// The door ended before it was open.
struct DoorFailed: Error {
    let port: UInt16
}
