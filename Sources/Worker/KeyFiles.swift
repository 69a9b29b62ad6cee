import AppStoreServer
import Kafka

/// Looks at the key files every few seconds, so that a new key counts without a restart.
///
/// The system tells of changes by itself, too, but not on every kind of mounted folder.
package actor KeyFiles {
    private var files: [KeyFile]
    private let interval: Duration
    private let clock: any Clock<Duration>
    /// A folder that hangs on a network must not hold up anybody else.
    private nonisolated let executor = BlockingExecutor(label: "key files")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter interval: From one look to the next.
    package init(
        _ files: [KeyFile],
        every interval: Duration = .seconds(2),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.files = files
        self.interval = interval
        self.clock = clock
    }

    /// Looks until there is something to tell; `nil` when the task is cancelled.
    package func nextFindings() async -> [KeyFinding]? {
        while true {
            // It throws when the task is cancelled and for no other reason.
            guard (try? await clock.sleep(for: interval)) != nil else { return nil }
            let findings = files.indices.compactMap { look(at: $0) }
            if !findings.isEmpty { return findings }
        }
    }

    private func look(at index: Int) -> KeyFinding? {
        let path = files[index].path
        // Before it is read: what changes in between is seen at the next look.
        let status = FileStatus(of: path)
        guard files[index].isNews(status) else { return nil }
        return files[index].take(Result { () throws(KeyFileError) in try SigningKey(file: path) }, seen: status)
    }
}
