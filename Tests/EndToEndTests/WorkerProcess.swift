import Foundation
import TestSupport

/// The real worker in a process of its own, with its log and its endpoint.
final class WorkerProcess: Sendable {
    let process: ChildProcess
    let endpoint: String
    /// What it wrote before it said that it had started.
    let firstLines: [String]

    /// Starts it and waits until it says where its endpoint is.
    ///
    /// - Parameter launcher: A command that becomes the program which its last arguments name.
    init(configuration: String, variables: [String: String] = [:], launcher: [String] = []) async throws {
        let command = try launcher + [WorkerBinary.path, "run", "--config", configuration]
        process = try ChildProcess(command[0], Array(command.dropFirst()), variables: variables)
        var (before, started): ([String], String?) = ([], nil)
        for await line in process.lines {
            if line.contains(#""message":"started""#) {
                started = line
                break
            }
            before.append(line)
        }
        guard let line = started else {
            throw WorkerEnded(status: await process.wait().status, output: before.joined(separator: "\n"))
        }
        firstLines = before
        let fields = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        endpoint = fields?["endpoint"] as? String ?? ""
    }

    /// Ends it as a supervisor would, and gives its exit code and the rest of its log.
    func stop() async -> (status: Int32, log: [String]) {
        process.end()
        let (status, log) = await process.wait()
        return (status, log)
    }

    /// What the endpoint answers: the body and the status.
    func get(_ path: String) async throws -> (status: Int, body: String) {
        let answer = try await ChildProcess.output(of: "curl", ["-sS", "-w", "\n%{http_code}", endpoint + path])
        let lines = answer.split(separator: "\n", omittingEmptySubsequences: false)
        return (Int(lines.last ?? "") ?? 0, lines.dropLast().joined(separator: "\n") + "\n")
    }

    /// The value of a metric summed over all its series, or over those whose labels contain the text.
    func metric(_ name: String, _ labels: String = "") async throws -> Double {
        let body = try await get("/metrics").body
        return body.split(separator: "\n")
            .filter { $0.hasPrefix(name + "{") || $0.hasPrefix(name + " ") }
            .filter { labels.isEmpty || $0.contains(labels) }
            .compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
            .reduce(0, +)
    }

    /// Whether it knows the lag of all these partitions, and there is none.
    func hasNothingLeft(partitions: Int) async throws -> Bool {
        let lags = try await get("/metrics").body.split(separator: "\n").filter {
            $0.hasPrefix("consumption_consumer_lag{")
        }
        return lags.count == partitions && lags.allSatisfy { $0.hasSuffix(" 0") }
    }

    /// The partitions of those that it owns that it has taken records from.
    func consumedPartitions() async throws -> Set<Int> {
        let body = try await get("/metrics").body
        let numbers = body.matches(of: /consumption_records_consumed_total\{partition="(\d+)"\}/)
        return Set(numbers.compactMap { Int($0.output.1) })
    }

    /// Waits until a metric has reached a value; false when it has not after two minutes.
    func wait(for name: String, _ labels: String = "", toBeAtLeast value: Double) async throws -> Bool {
        try await wait { try await self.metric(name, labels) >= value }
    }

    /// Waits for a condition of the world outside, which tells nobody when it comes true.
    func wait(
        atMost limit: Duration = .seconds(120),
        until condition: @Sendable () async throws -> Bool
    ) async throws -> Bool {
        let end = ContinuousClock.now + limit
        while try await !condition() {
            if ContinuousClock.now > end { return false }
            try await Task.sleep(for: .milliseconds(100))
        }
        return true
    }
}

/// A worker that ended before it said that it had started.
struct WorkerEnded: Error, CustomStringConvertible {
    let status: Int32
    let output: String

    var description: String { "the worker ended with \(status):\n\(output)" }
}
