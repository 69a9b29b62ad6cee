@testable import Configuration

/// A YAML file as mappings, lists and texts.
enum YAMLTree {
    case text(String)
    case list([YAMLTree])
    case mapping([String: YAMLTree])

    init(_ bytes: [UInt8]) throws {
        let composition = YAMLComposition(bytes, file: "a shipped file")
        guard composition.faults.isEmpty, let root = composition.root else {
            throw Unreadable(faults: composition.faults)
        }
        self.init(root)
    }

    private init(_ node: YAMLNode) {
        switch node.content {
        case .scalar(let text, _): self = .text(text)
        case .sequence(let elements): self = .list(elements.map { YAMLTree($0) })
        case .mapping(let entries): self = .mapping(Dictionary(entries.map { ($0.key, YAMLTree($0.value)) }) { $1 })
        case .refused: self = .text("")
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The elements of a list; none of anything else.
    var elements: [YAMLTree] { if case .list(let elements) = self { elements } else { [] } }

    subscript(key: String) -> YAMLTree? { if case .mapping(let entries) = self { entries[key] } else { nil } }

    struct Unreadable: Error {
        let faults: [ConfigurationFault]
    }
}
