import Configuration

/// The words on the command line don't make a command: says which word, what would be right, and where to look.
struct UsageError: Error, Equatable, CustomStringConvertible {
    /// What is wrong.
    let problem: String
    /// The command whose help says more; nil for the program's own.
    var command: String?

    init(_ problem: String, suggestion: String? = nil) {
        self.problem = problem + (suggestion.map { "; did you mean \($0)?" } ?? "")
    }

    var description: String {
        let help = [Product.name, command, "--help"].compactMap(\.self).joined(separator: " ")
        return "\(problem)\nTry: \(help)"
    }
}
