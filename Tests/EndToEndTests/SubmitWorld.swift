import AppStoreStandIn
import Foundation
import TestSupport

/// The real program run once to its end, in an `AppStoreWorld` whose broker is the mock cluster.
struct SubmitWorld {
    let world: AppStoreWorld

    init() async throws {
        world = try await AppStoreWorld(partitions: 2, on: MockBroker())
    }

    /// An event of the first app for the sandbox, signed just now.
    var event: EventText {
        var event = EventText(1, app: AppStoreWorld.apps[0], signedDate: Self.now)
        event["environment"] = #""Sandbox""#
        return event
    }

    static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

    /// Writes a configuration, each pair of texts of which is replaced by the second one.
    func configuration(_ changes: [(String, String)] = [], apps: [String] = AppStoreWorld.apps) throws -> String {
        let text = changes.reduce(world.configuration(apps: apps)) { $0.replacing($1.0, with: $1.1) }
        return try world.directory.write(text.utf8, to: "worker.yaml")
    }

    /// What the program wrote to both streams, and how it ended.
    func run(_ words: [String], variables: [String: String] = [:]) async throws -> (status: Int32, output: [String]) {
        try await ChildProcess(WorkerBinary.path, words, variables: variables).wait()
    }

    /// `submit` with an event.
    func submit(
        _ event: EventText,
        _ words: String...,
        changes: [(String, String)] = []
    ) async throws -> (status: Int32, output: [String]) {
        let file = try world.directory.write(event.text.utf8, to: "event.json")
        return try await run(["submit", "--config", configuration(changes), file] + words)
    }
}
