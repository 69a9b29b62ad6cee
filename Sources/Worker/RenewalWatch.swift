import Configuration
import Flow
import Kafka

/// Looks every few seconds at the certificates, keys and tokens that are read once, and at how long certificates are good.
package actor RenewalWatch {
    private var renewal: Renewal
    private var terms: [CertificateTerm]
    /// As they were at the last look.
    private var files: [String: FileVersion]
    private let judge: @Sendable () -> [ConfigurationFault]
    private let spread: Duration
    private let interval: Duration
    /// Files may hang on a network, and to judge them takes clients of librdkafka's.
    private nonisolated let executor = BlockingExecutor(label: "renewed files")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Watches what this worker runs with.
    init(_ setup: WorkerSetup) {
        let now = SystemClock().now().date
        self.init(
            setup.filesReadOnce,
            // Those that end now are warned of at the start.
            terms: setup.certificates.filter { !$0.isEnding(at: now) },
            spread: setup.configuration.shutdown.recycleWithin
        ) { setup.faultsOfNewStart }
    }

    /// - Parameter files: As they were before the worker read them.
    /// - Parameter spread: Within how long to begin anew, at a moment of this worker's own.
    /// - Parameter judge: What keeps a worker from starting with the files as they are.
    init(
        _ files: [String: FileVersion],
        terms: [CertificateTerm] = [],
        spread: Duration,
        every interval: Duration = .seconds(2),
        judge: @escaping @Sendable () -> [ConfigurationFault]
    ) {
        renewal = Renewal(files)
        (self.files, self.terms, self.spread, self.interval, self.judge) = (files, terms, spread, interval, judge)
    }

    /// Looks until there is something to tell; `nil` when the task is cancelled.
    func nextFinding() async -> RenewalFinding? {
        while true {
            // It throws when the task is cancelled and for no other reason.
            guard (try? await ContinuousClock().sleep(for: interval)) != nil else { return nil }
            if let finding = lookAtFiles() ?? lookAtTerms() { return finding }
        }
    }

    private func lookAtFiles() -> RenewalFinding? {
        for (path, version) in files { files[path] = version.renewed(at: path) }
        guard renewal.needsJudgement(files, after: interval) else { return nil }
        return renewal.take(judge(), after: spread * Double.random(in: 0...1))
    }

    private func lookAtTerms() -> RenewalFinding? {
        let now = SystemClock().now().date
        guard let index = terms.firstIndex(where: { $0.isEnding(at: now) }) else { return nil }
        return .ending(terms.remove(at: index), at: now)
    }
}
