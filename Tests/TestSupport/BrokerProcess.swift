import Glibc
package import Kafka

/// A Kafka broker for tests: one in a process of its own on a free loopback port, or the one that
/// TEST_KAFKA_BOOTSTRAP_SERVERS names.
///
/// Topics and groups of a test have names that no other test uses, so that tests can share the broker.
package final class BrokerProcess: Sendable {
    /// What goes into `bootstrap.servers`.
    package let bootstrapServers: String
    private let process: ChildProcess?
    private let data: TemporaryDirectory?

    /// Starts the broker and waits until it answers.
    package init() async throws {
        if let servers = getenv("TEST_KAFKA_BOOTSTRAP_SERVERS") {
            (bootstrapServers, process, data) = (String(cString: servers), nil, nil)
        } else {
            let port = freePort()
            let directory = try TemporaryDirectory()
            bootstrapServers = "127.0.0.1:\(port)"
            data = directory
            process = try await Self.start(on: port, in: directory)
        }
        _ = try await administration().brokerCount(within: .seconds(30))
    }

    /// A name that begins with the given words and is used nowhere else.
    package func uniqueName(_ words: String) -> String {
        words + "-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    }

    /// Makes a topic with a name of its own and returns the name.
    package func createTopic(_ words: String, partitions: Int) async throws -> String {
        let name = uniqueName(words)
        try await administration().create(name, partitions: partitions, within: .seconds(30))
        return name
    }

    /// Asks this broker about topics.
    package func administration() throws(KafkaError) -> TopicAdministration {
        try TopicAdministration(properties: ["bootstrap.servers": bootstrapServers])
    }

    // The binary inside the package: the command beside Python is a launcher whose child would outlive a kill.
    private static func start(on port: UInt16, in directory: TemporaryDirectory) async throws -> ChildProcess {
        let script = "import noida_db, os; print(os.path.join(os.path.dirname(noida_db.__file__), 'noida-db'))"
        let binary = try await ChildProcess.output(of: testPython(), ["-c", script])
        let process = try ChildProcess(
            binary,
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
