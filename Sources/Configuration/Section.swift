/// One mapping of the file while it is read: hands out the values of its keys and keeps what is wrong with them.
///
/// Whatever was never asked for is an unknown key, so a setting's name stands in one place only: where it is read.
struct Section {
    /// What every section of one file shares.
    struct Source {
        let document: ConfigurationDocument
        let references: EnvironmentReferences
    }

    let source: Source
    private let path: String
    /// False when this, or a section around it, is no section at all: then its keys are not missing, but unknowable.
    private let isReadable: Bool
    private let entries: [YAMLNode.Entry]
    private var asked: [String] = []
    /// Faults that hold unless the key turns out to be there under a misspelt name.
    private var missing: [(key: String, fault: ConfigurationFault)] = []
    private(set) var faults: [ConfigurationFault] = []

    /// Takes a mapping, or nothing (an absent or empty section); anything else is a fault and reads as empty.
    init(_ node: YAMLNode?, path: String, source: Source, isReadable: Bool = true) {
        self.path = path
        self.source = source
        let entries = Self.entries(of: node)
        self.entries = entries ?? []
        self.isReadable = isReadable && entries != nil
        guard entries == nil, let node, node.content != .refused else { return }
        let complaint = Complaint("is \(node.kind), not a section with keys", "Write `key: value` lines below it")
        faults.append(source.document.fault(at: path, complaint))
    }

    private static func entries(of node: YAMLNode?) -> [YAMLNode.Entry]? {
        switch node?.content {
        case .mapping(let entries): entries
        case .scalar(let text, isQuoted: false) where Scalar.isNull(text): []
        case nil: []
        case .scalar, .sequence, .refused: nil
        }
    }

    /// Nothing is wrong with these keys, so comparing their values makes sense.
    func isSound(_ keys: String...) -> Bool {
        !faults.contains { fault in keys.contains { fault.path == path(of: $0) } }
    }

    /// The key stands in the file.
    func has(_ key: String) -> Bool { entries.contains { $0.key == key } }

    /// The names of all keys, as an answer to a section whose keys are not ours.
    var keys: [String] { entries.map(\.key) }

    /// Replaces a value by what the file says, if it says something.
    mutating func read<Value>(_ key: String, into value: inout Value, as reading: Reading<Value>) {
        if let written = self.value(key, as: reading) { value = written }
    }

    /// The same for a value that may be left empty, which turns it off.
    mutating func read<Value>(_ key: String, into value: inout Value?, as reading: Reading<Value>) {
        guard !isEmpty(key) else { return value = nil }
        if let written = self.value(key, as: reading) { value = written }
    }

    /// A value that must be there; nil, with a fault, when it is not there or not right.
    mutating func require<Value>(_ key: String, as reading: Reading<Value>) -> Value? {
        guard has(key) else {
            reportMissing(key, expected: reading.expected)
            return nil
        }
        return value(key, as: reading)
    }

    /// Reads the section under a key; an absent one reads as an empty one.
    mutating func section(_ key: String, read: (inout Section) -> Void) {
        var section = Section(ask(key), path: path(of: key), source: source, isReadable: isReadable)
        read(&section)
        if !has(key) {
            missing += section.missing.map { (key, $0.fault) }
            section.missing = []
        }
        faults += section.finished()
    }

    /// Reads a list of sections.
    ///
    /// - Returns: how many there are; nil, with a fault, when this is no list.
    mutating func list(_ key: String, read: (inout Section) -> Void) -> Int? {
        let node = ask(key)
        switch node?.content {
        case nil: return 0
        case .scalar(let text, isQuoted: false) where Scalar.isNull(text): return 0
        case .sequence(let elements):
            for (index, element) in elements.enumerated() {
                var section = Section(element, path: "\(path(of: key))[\(index)]", source: source)
                read(&section)
                faults += section.finished()
            }
            return elements.count
        case .refused: return nil
        case .scalar, .mapping:
            report(key, Complaint("is \(node?.kind ?? ""), not a list", "Begin each element with `- `"))
            return nil
        }
    }

    /// A key that must be there is not.
    mutating func reportMissing(_ key: String, expected: String) {
        _ = ask(key)
        let complaint = Complaint("is missing", "Add it, with \(expected)")
        missing.append((key, source.document.fault(at: path(of: key), complaint)))
    }

    /// A key that must not be there is there.
    mutating func refuse(_ key: String, _ complaint: Complaint) {
        _ = ask(key)
        report(key, complaint)
    }

    /// A fault of one key, for rules between values.
    mutating func report(_ key: String, _ complaint: Complaint) {
        faults.append(source.document.fault(at: path(of: key), complaint))
    }

    /// All faults, now that every key that has a meaning was asked for.
    consuming func finished() -> [ConfigurationFault] {
        for entry in entries where !asked.contains(entry.key) {
            let suggestion = Spelling.suggestion(for: entry.key, among: asked)
            missing.removeAll { $0.key == suggestion }
            let remedy = suggestion.map { "Did you mean `\($0)`?" } ?? "Known here: \(asked.joined(separator: ", "))"
            report(entry, Complaint("is not a known key", remedy))
        }
        return isReadable ? faults + missing.map(\.fault) : faults
    }

    private mutating func report(_ entry: YAMLNode.Entry, _ complaint: Complaint) {
        let path = path(of: entry.key)
        faults.append(ConfigurationFault(source.document.file, entry.keyPosition, path, complaint))
    }

    /// Written, but as nothing: `caFile:`, `caFile: ""`, `caFile: ${CA_FILE:-}`.
    private mutating func isEmpty(_ key: String) -> Bool {
        guard case .scalar(let text, let isQuoted) = ask(key)?.content else { return false }
        // What can't be filled is not empty; reading the value then says why.
        let filled = try? source.references.filled(text).text
        return filled == "" || !isQuoted && Scalar.isNull(text)
    }

    /// What the file says; nil when it says nothing, or, with a fault, when it is not right.
    mutating func value<Value>(_ key: String, as reading: Reading<Value>) -> Value? {
        guard let node = ask(key) else { return nil }
        do {
            return try scalar(key, node, expected: reading.expected).map(reading.read)
        } catch {
            report(key, error)
            return nil
        }
    }

    /// The value of a key with the environment filled in; nil when it was refused before.
    private func scalar(_ key: String, _ node: YAMLNode, expected: String) throws(Complaint) -> Scalar? {
        switch node.content {
        case .scalar(let text, isQuoted: false) where Scalar.isNull(text):
            throw Complaint("has no value", "Write \(expected)")
        case .scalar(let text, let isQuoted):
            return try Scalar(key: key, text: text, isQuoted: isQuoted, references: source.references)
        case .refused:
            return nil
        case .sequence, .mapping:
            throw Complaint("is \(node.kind)", "Write \(expected)")
        }
    }

    private mutating func ask(_ key: String) -> YAMLNode? {
        if !asked.contains(key) { asked.append(key) }
        return entries.first { $0.key == key }?.value
    }

    private func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}
