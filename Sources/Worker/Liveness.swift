import Flow
internal import HTTPServer

/// Whether the process is worth keeping: false only for what a restart would mend, so never because Apple or Kafka is down.
package final class Liveness: Sendable {
    private let longestSilence: Duration
    private let desk: StatusDesk
    private let log: LogWriter
    private let isSilent = Guarded(false)

    /// - Parameter longestSilence: How long the loop may stand still; it turns ten times a second.
    package init(desk: StatusDesk, log: LogWriter, longestSilence: Duration = .seconds(30)) {
        self.longestSilence = longestSilence
        self.desk = desk
        self.log = log
    }

    /// What it looks at, and what speaks against keeping the process.
    ///
    /// - Parameter patience: How long the loop may take to answer before it counts as busy, which is no fault.
    package func checks(patience: Duration) -> [ProbeCheck] {
        let silence = desk.silence
        let isSilent = silence > longestSilence
        tell(isSilent: isSilent)
        let reason = "the loop has not turned for \(silence.components.seconds) s; it should every 0.1 s"
        let loop = ProbeCheck(name: "loop", reasons: isSilent ? [reason] : [], age: silence, limit: longestSilence)
        return [loop] + (isSilent ? [] : desk.liveness(within: patience) ?? [])
    }

    /// Logs a change, once; the loop cannot do it itself.
    private func tell(isSilent now: Bool) {
        let before = isSilent.withLock { isSilent in
            defer { isSilent = now }
            return isSilent
        }
        guard before != now else { return }
        guard now else { return log.write(LogLine(.info, "the loop turns again")) }
        log.write(
            LogLine(
                .error,
                "the loop stands still",
                [.text("next", "/healthz fails so that the process is restarted; the lines below are its state")]
            )
        )
        desk.duties.forEach(log.write)
    }
}
