/// Fills `${NAME}` and `${NAME:-default}` in a text from the environment; `$${` stands for a plain `${`.
///
/// As in a shell, the default also replaces a variable that is set to nothing.
struct EnvironmentReferences {
    struct Filled: Equatable {
        var text = ""
        /// The text held at least one reference.
        var hasReference = false
        /// At least one variable's own value is in the text, so it must not be shown.
        var holdsVariable = false
    }

    let environment: [String: String]

    func filled(_ text: String) throws(Complaint) -> Filled {
        var filled = Filled()
        var rest = Substring(text)
        while let dollar = rest.firstIndex(of: "$") {
            filled.text += rest[..<dollar]
            rest = rest[dollar...]
            if rest.hasPrefix("$${") {
                filled.text += "${"
                rest = rest.dropFirst(3)
            } else if rest.hasPrefix("${") {
                try fill(&filled, &rest)
            } else {
                filled.text += "$"
                rest = rest.dropFirst()
            }
        }
        filled.text += rest
        return filled
    }

    private func fill(_ filled: inout Filled, _ rest: inout Substring) throws(Complaint) {
        guard let end = rest.firstIndex(of: "}") else { throw Self.malformed }
        let reference = rest[..<end].dropFirst(2)
        rest = rest[rest.index(after: end)...]
        let name = reference.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        let tail = reference.dropFirst(name.count)
        guard let first = name.first, !first.isNumber, tail.isEmpty || tail.hasPrefix(":-"), !tail.contains("${") else {
            throw Self.malformed
        }
        filled.hasReference = true
        let value = environment[String(name)]
        if let value, tail.isEmpty || !value.isEmpty {
            filled.text += value
            filled.holdsVariable = true
        } else if !tail.isEmpty {
            filled.text += tail.dropFirst(2)
        } else {
            throw Complaint("the environment variable \(name) is not set", "Set it, or write `${\(name):-default}`")
        }
    }

    /// Quotes nothing: what looks like a reference may be part of a password.
    private static let malformed = Complaint(
        "`${` does not begin a reference to the environment",
        "Write `${NAME}` or `${NAME:-default}`, or `$${` for the two characters themselves"
    )
}
