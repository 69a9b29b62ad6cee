/// What was seen of one thing outside that the worker needs: a line for a person, a rank for the exit code.
struct ConnectionFinding: Equatable, Sendable {
    /// How it is, in the order in which it decides the exit code: the last one that was found does.
    enum State: Int, Comparable, Sendable {
        case good
        /// The server does not answer, or can't serve now.
        case unreachable
        /// What the configuration names is not there, or not as it should be.
        case wrong
        /// The server does not take our credentials, or refuses a right.
        case refused

        static func < (left: State, right: State) -> Bool { left.rawValue < right.rawValue }
    }

    let state: State
    /// Such as `kafka` or `com.example.game, Sandbox`.
    let subject: String
    /// What was seen and, unless it is good, what to do.
    let text: String

    /// What the command ends with for these.
    static func exitCode(_ findings: [ConnectionFinding]) -> ExitCode {
        switch findings.map(\.state).max() ?? .good {
        case .good: .done
        case .unreachable: .unavailable
        case .wrong: .wrongConfiguration
        case .refused: .refused
        }
    }
}

extension ConnectionFinding: CustomStringConvertible {
    var description: String { "\(subject): \(text)" }
}
