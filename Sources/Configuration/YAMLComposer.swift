/// Puts the events of a YAML text together to nodes, and refuses what a configuration has no use for.
///
/// Refused, each with its own fault: duplicate keys, anchors and aliases, tags, keys that are not text, a second
/// document, nesting past ``deepest``, keys over ``longestKey`` and more than ``mostValues``: the path of each value is kept,
/// and without these limits a file of 1 MiB could take up gigabytes.
struct YAMLComposer: ~Copyable {
    /// Levels of nesting; the configuration needs five.
    static let deepest = 16
    /// Bytes; librdkafka's longest property has half of them.
    static let longestKey = 128
    /// Lists and sections included; a thousand apps need six thousand.
    static let mostValues = 20_000

    private let file: String
    private var valueCount = 0
    private var events: YAMLEventStream
    private(set) var faults: [ConfigurationFault] = []
    /// Where each path stands: a single value where it begins, a section or list where its key is.
    private(set) var positions: [String: SourcePosition] = [:]

    init(_ bytes: [UInt8], file: String) throws(YAMLSyntaxError) {
        self.file = file
        events = try YAMLEventStream(bytes)
    }

    /// The value of the first document; nil when there is none.
    mutating func root() throws(YAMLSyntaxError) -> YAMLNode? {
        var root: YAMLNode?
        while true {
            let event = try events.next()
            switch event.kind {
            case .streamEnd: return root
            case .documentStart where root != nil:
                refuse(
                    event.position,
                    path: "",
                    Complaint("a second document starts here", "Keep one document per file")
                )
                return root
            case .documentStart: root = try node(try events.next(), path: "", depth: 0)
            default: continue
            }
        }
    }

    private mutating func node(_ event: YAMLEvent, path: String, depth: Int) throws(YAMLSyntaxError) -> YAMLNode {
        positions[path] = event.position
        let isRefused = refuseReuse(event, path: path)
        var content = try content(event, path: path, depth: depth)
        if isRefused { content = .refused }
        return YAMLNode(content: content, position: event.position)
    }

    private mutating func content(
        _ event: YAMLEvent,
        path: String,
        depth: Int
    ) throws(YAMLSyntaxError) -> YAMLNode.Content {
        valueCount += 1
        guard valueCount <= Self.mostValues else { throw tooMany(event) }
        switch event.kind {
        case .scalar(let text, let isQuoted):
            return .scalar(text, isQuoted: isQuoted)
        case .sequenceStart, .mappingStart:
            guard depth < Self.deepest else { throw tooDeep(event) }
            if case .mappingStart = event.kind { return try mapping(path: path, depth: depth) }
            return try sequence(path: path, depth: depth)
        default:
            return .refused
        }
    }

    private func tooDeep(_ event: YAMLEvent) -> YAMLSyntaxError {
        YAMLSyntaxError(position: event.position, problem: "values are nested deeper than \(Self.deepest) levels")
    }

    private func tooMany(_ event: YAMLEvent) -> YAMLSyntaxError {
        YAMLSyntaxError(position: event.position, problem: "there are more than \(Self.mostValues) values")
    }

    private mutating func sequence(path: String, depth: Int) throws(YAMLSyntaxError) -> YAMLNode.Content {
        var elements: [YAMLNode] = []
        while true {
            let event = try events.next()
            if case .sequenceEnd = event.kind { return .sequence(elements) }
            elements.append(try node(event, path: "\(path)[\(elements.count)]", depth: depth + 1))
        }
    }

    private mutating func mapping(path: String, depth: Int) throws(YAMLSyntaxError) -> YAMLNode.Content {
        var entries: [YAMLNode.Entry] = []
        var lines: [String: Int] = [:]
        while true {
            let event = try events.next()
            if case .mappingEnd = event.kind { return .mapping(entries) }
            guard let key = try key(event, path: path, depth: depth) else { continue }
            let keyPath = path.isEmpty ? key : "\(path).\(key)"
            let value = try node(try events.next(), path: keyPath, depth: depth + 1)
            if let firstLine = lines[key] {
                refuse(
                    event.position,
                    path: keyPath,
                    Complaint("the key stands on line \(firstLine) already", "Keep one of the two")
                )
                continue
            }
            if !value.isVisibleScalar { positions[keyPath] = event.position }
            lines[key] = event.position.line
            entries.append(YAMLNode.Entry(key: key, keyPosition: event.position, value: value))
        }
    }

    /// The text of a key; nil, with a fault and past its value, when it is no text or too long.
    private mutating func key(_ event: YAMLEvent, path: String, depth: Int) throws(YAMLSyntaxError) -> String? {
        switch event.kind {
        case .scalar(let key, _) where key.utf8.count <= Self.longestKey:
            _ = refuseReuse(event, path: path)
            return key
        case .scalar:
            refuse(
                event.position,
                path: path,
                Complaint("a key is longer than \(Self.longestKey) bytes", "Write the name of a setting")
            )
        case .alias:
            _ = refuseReuse(event, path: path)
        default:
            _ = try content(event, path: path, depth: depth + 1)
            refuse(event.position, path: path, Complaint("a key is not plain text", "Write `name: value`"))
        }
        _ = try content(try events.next(), path: path, depth: depth + 1)
        return nil
    }

    /// Anchors, aliases and tags say that a value is made from something else than what stands there.
    private mutating func refuseReuse(_ event: YAMLEvent, path: String) -> Bool {
        var isAlias = false
        if case .alias = event.kind { isAlias = true }
        if isAlias || event.isAnchored {
            let what = isAlias ? "an alias (`*name`)" : "an anchor (`&name`)"
            refuse(
                event.position,
                path: path,
                Complaint("\(what) is not supported", "Write the value out, or in quotes if it starts with this sign")
            )
        } else if event.isTagged {
            refuse(
                event.position,
                path: path,
                Complaint(
                    "a tag (`!name`) is not supported",
                    "Leave it out, or quote the value if it starts with this sign"
                )
            )
        }
        return isAlias || event.isAnchored || event.isTagged
    }

    private mutating func refuse(_ position: SourcePosition, path: String, _ complaint: Complaint) {
        faults.append(ConfigurationFault(file, position, path, complaint))
    }
}
