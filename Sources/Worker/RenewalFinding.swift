package import Configuration
package import Flow

/// What looking at the files brought up that are read once.
package enum RenewalFinding: Sendable {
    /// These have changed, and a new start would succeed.
    case renewed(files: [String], within: Duration)
    /// They have changed, and a new start would not succeed.
    case unusable([ConfigurationFault])
    /// It is time to begin anew.
    case due
    /// A certificate ends soon, or has.
    case ending(CertificateTerm, at: UnixTime)

    var isDue: Bool { if case .due = self { true } else { false } }

    /// What a person reads about it.
    var logLine: LogLine {
        switch self {
        case .renewed(let files, let delay):
            LogLine(
                .info,
                "files renewed",
                [
                    .text("files", files.joined(separator: ",")), .integer("inSeconds", delay.components.seconds),
                    .text("next", "then the worker drains, leaves the group and begins anew with them"),
                ]
            )
        case .unusable(let faults):
            LogLine(
                .error,
                "renewed files unusable",
                [
                    .text("reason", faults.map { "\($0)" }.joined(separator: " ")),
                    .text("next", "the worker goes on with what it read at its start; they are looked at again"),
                ]
            )
        case .due: LogLine(.info, "beginning anew", [.text("next", "what is in flight finishes first")])
        case .ending(let term, let now):
            LogLine(
                .warning,
                "certificate ends",
                [
                    .text("setting", term.setting), .text("reason", term.warning(at: now)),
                    .text("next", "renew the file; the worker takes it up by itself"),
                ]
            )
        }
    }
}
