/// One value of the file after the environment has been filled in: ready to be read as a number, a duration, a text.
struct Scalar: Equatable {
    let text: String
    /// Was written in quotes, and not because of a reference in it: a text, not a number.
    let isQuoted: Bool
    /// May hold a secret, so no fault quotes it.
    let isSecret: Bool

    /// - Throws: when a reference in the text can't be filled.
    init(key: String, text: String, isQuoted: Bool, references: EnvironmentReferences) throws(Complaint) {
        let filled = try references.filled(text)
        self.text = filled.text
        self.isQuoted = isQuoted && !filled.hasReference
        // An `@` may separate a password from a host.
        isSecret = filled.holdsVariable || Self.looksSecret(key) || filled.text.contains("@")
    }

    /// The value for a fault: in quotes and cut to one short line, or no more than "the value".
    var shown: String {
        guard !isSecret else { return "the value" }
        let longest = 60
        let line = text.prefix(longest).map { $0.isNewline || $0 == "\t" ? " " : $0 }
        return "\"" + String(line) + (text.count > longest ? "…" : "") + "\""
    }

    private static func looksSecret(_ key: String) -> Bool {
        let key = key.lowercased()
        return ["password", "secret", "token", "key"].contains { key.contains($0) }
    }

    /// Stands for "no value" in YAML when it is not quoted.
    static func isNull(_ text: String) -> Bool {
        ["", "~", "null", "Null", "NULL"].contains(text)
    }
}
