import Glibc
import Kafka

/// A Kafka broker for tests: one in a process of its own on a free loopback port, or the one that
/// TEST_KAFKA_BOOTSTRAP_SERVERS names.
///
/// Topics and groups of a test have names that no other test uses, so that tests can share the broker. The one in a
/// process of its own keeps its data over an orderly end, and never evicts a member that has died.
package final class BrokerProcess: TestBroker {
    package let name: String
    package let bootstrapServers: String
    private let process: ChildProcess?
    private let data: TemporaryDirectory?

    /// Starts the broker and waits until it answers.
    package convenience init() async throws {
        if let servers = getenv("TEST_KAFKA_BOOTSTRAP_SERVERS") {
            try await self.init(at: String(cString: servers))
        } else {
            try await self.init(on: freePort(), in: TemporaryDirectory())
        }
    }

    /// Starts the broker of a process of its own on a port, with what an earlier one left in its directory.
    package init(on port: UInt16, in data: TemporaryDirectory) async throws {
        name = "noida-db"
        bootstrapServers = "127.0.0.1:\(port)"
        self.data = data
        process = try await Self.start(on: port, in: data)
        _ = try await administration().brokerCount(within: .seconds(30))
    }

    private init(at servers: String) async throws {
        (name, bootstrapServers, process, data) = (servers, servers, nil, nil)
        _ = try await administration().brokerCount(within: .seconds(30))
    }

    /// Ends the process in good order.
    package func stop() async {
        process?.end()
        _ = await process?.wait()
    }

    // The binary inside the package: the command beside Python is a launcher whose child would outlive a kill.
    private static func start(on port: UInt16, in directory: TemporaryDirectory) async throws -> ChildProcess {
        let process = try ChildProcess(
            await testPackageFile("noida_db", "noida-db"),
            [
                "start", "--host", "127.0.0.1", "--only", "kafka", "--kafka-port", "\(port)", "--data-dir",
                directory.path,
            ]
        )
        guard try await waitUntilListening(on: port) else {
            throw BrokerFailed(reason: "the broker does not listen on port \(port)")
        }
        return process
    }
}

/// Why there is no broker to test with.
package struct BrokerFailed: Error, CustomStringConvertible {
    let reason: String

    /// The reason in words.
    package var description: String { reason }
}
