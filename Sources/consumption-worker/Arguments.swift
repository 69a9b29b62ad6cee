import Configuration

/// The words after a command, sorted into options and operands.
///
/// Takes `--option VALUE`, `--option=VALUE`, switches, and `--` before operands that begin with a dash.
struct Arguments: Equatable {
    private var values: [String: String] = [:]
    private var switches: Set<String> = []
    /// Words that are no options, in their order; `-` is one.
    private(set) var operands: [String] = []

    /// - Throws: on options that are unknown, repeated, or with a value too many or too few.
    init(_ words: some Sequence<String>, options: [Option]) throws(UsageError) {
        var words = words.makeIterator()
        while let word = words.next() {
            if word == "--" {
                while let operand = words.next() { operands.append(operand) }
            } else if word.hasPrefix("-"), word != "-" {
                try take(word, options) { words.next() }
            } else {
                operands.append(word)
            }
        }
    }

    /// The value of an option; nil when it was not given.
    subscript(option: Option) -> String? { values[option.name] }

    /// The value of an option that must be given.
    func require(_ option: Option) throws(UsageError) -> String {
        guard let value = self[option] else { throw UsageError("\(option.words) is missing") }
        return value
    }

    /// Whether a switch was given.
    func has(_ option: Option) -> Bool { switches.contains(option.name) }

    /// - Throws: when there are operands, for commands that take none.
    func refuseOperands() throws(UsageError) {
        guard let operand = operands.first else { return }
        throw UsageError("\"\(operand)\" is not an option, and this command takes nothing else")
    }

    private mutating func take(_ word: String, _ options: [Option], next: () -> String?) throws(UsageError) {
        let name = String(word.prefix { $0 != "=" })
        let attached = word.count > name.count ? String(word.dropFirst(name.count + 1)) : nil
        guard let option = options.first(where: { $0.name == name }) else {
            throw UsageError(
                "unknown option \(name)",
                suggestion: Spelling.suggestion(for: name, among: options.map(\.name))
            )
        }
        guard values[name] == nil, !switches.contains(name) else { throw UsageError("\(name) is given twice") }
        guard option.value != nil else {
            guard attached == nil else { throw UsageError("\(name) takes no value") }
            switches.insert(name)
            return
        }
        guard let value = attached ?? next(), attached != nil || !value.hasPrefix("--"), !value.isEmpty else {
            throw UsageError("\(name) needs a value: \(option.words)")
        }
        values[name] = value
    }
}
