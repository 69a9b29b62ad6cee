/// One step of reading a YAML text: what begins, ends or stands at a place.
struct YAMLEvent {
    enum Kind {
        case documentStart
        case documentEnd
        case streamEnd
        case scalar(String, isQuoted: Bool)
        case sequenceStart
        case sequenceEnd
        case mappingStart
        case mappingEnd
        case alias
        /// The start of the stream, and whatever a later libyaml may add.
        case other
    }

    let kind: Kind
    let position: SourcePosition
    /// Has an anchor (`&name`).
    let isAnchored: Bool
    /// Has an explicit tag (`!!str`).
    let isTagged: Bool
}

/// The text is not YAML, and where it stops being so.
struct YAMLSyntaxError: Error, Equatable {
    let position: SourcePosition
    /// libyaml's words; they never quote the text.
    let problem: String
}
