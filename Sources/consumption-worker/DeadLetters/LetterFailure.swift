/// Why a topic can't be read, or dead letters not replayed, and how the command ends then.
struct LetterFailure: Error, CustomStringConvertible {
    let description: String
    let exitCode: ExitCode

    init(_ description: String, _ exitCode: ExitCode) {
        (self.description, self.exitCode) = (description, exitCode)
    }
}
