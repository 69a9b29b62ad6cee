/// What a command tells about itself: its help is made from this, and so is its line in the list of commands.
struct CommandHelp: Sendable {
    /// In a few words, for the list of commands.
    let summary: String
    /// The words after the command's name, such as `[FILE…]`, without its options.
    var operands = ""
    /// What it does, for the command's own help; lines up to 100 characters.
    let about: String
    let options: [Option]
    /// Every way to end, wrong usage aside.
    let exitCodes: [(ExitCode, String)]
    /// A command that can be typed as it stands.
    let example: String

    /// The help of the command with this name.
    func text(for name: String) -> String {
        """
        \(Self.usage(name, options, operands))

        \(about)

        Options:
        \(Self.table((options + [.help]).map { ($0.words, $0.about) }))

        Exit codes:
        \(Self.table(allExitCodes.map { ("\($0.rawValue)", $1) }))

        Example:
          \(example)
        """
    }

    /// Rows of two columns, the second one aligned.
    static func table(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "  " + $0 + String(repeating: " ", count: width - $0.count + 2) + $1 }
            .joined(separator: "\n")
    }

    private var allExitCodes: [(ExitCode, String)] {
        (exitCodes + [(.wrongUsage, "Wrong usage")]).sorted { $0.0.rawValue < $1.0.rawValue }
    }

    private static func usage(_ name: String, _ options: [Option], _ operands: String) -> String {
        let words = options.map { $0.isRequired ? $0.words : "[\($0.words)]" }
        var lines = ["Usage: consumption-worker \(name)"]
        for word in (words + [operands]).filter({ !$0.isEmpty }) {
            let line = lines[lines.count - 1] + " " + word
            if line.count <= 100 { lines[lines.count - 1] = line } else { lines.append("       " + word) }
        }
        return lines.joined(separator: "\n")
    }
}
