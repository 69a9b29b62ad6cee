/// One value of a YAML document with its place, as it was written: nothing is converted or filled in yet.
struct YAMLNode: Equatable {
    enum Content: Equatable {
        /// `isQuoted` tells the text `"50"` from the number `50`; block scalars count as quoted.
        case scalar(String, isQuoted: Bool)
        case sequence([YAMLNode])
        case mapping([Entry])
        /// Something that is not supported; the fault for it has been reported already.
        case refused
    }

    struct Entry: Equatable {
        let key: String
        let keyPosition: SourcePosition
        let value: YAMLNode
    }

    let content: Content
    let position: SourcePosition

    /// A single value with something to point at.
    var isVisibleScalar: Bool {
        guard case .scalar(let text, let isQuoted) = content else { return false }
        return isQuoted || !text.isEmpty
    }

    /// What this is, in words for a fault.
    var kind: String {
        switch content {
        case .scalar: "a single value"
        case .sequence: "a list"
        case .mapping: "a section with keys"
        case .refused: "not supported"
        }
    }
}
