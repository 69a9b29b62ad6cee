import CYAML

/// libyaml's parser at work on one text: gives its events one by one.
struct YAMLEventStream: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    /// Our copy of the text: libyaml reads from it until the last event.
    private let text: UnsafeMutableBufferPointer<UInt8>

    init(_ bytes: [UInt8]) throws(YAMLSyntaxError) {
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            throw YAMLSyntaxError(position: SourcePosition(line: 1, column: 1), problem: "memory is used up")
        }
        // One byte more than needed, because libyaml does not take a null pointer for an empty text.
        text = .allocate(capacity: bytes.count + 1)
        _ = text.initialize(from: bytes)
        self.parser = parser
        yaml_parser_set_input_string(parser, text.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        text.deallocate()
    }

    /// The next event; after ``YAMLEvent/Kind/streamEnd`` there is nothing to ask for.
    mutating func next() throws(YAMLSyntaxError) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw syntaxError }
        defer { yaml_event_delete(&event) }
        return YAMLEvent(event)
    }

    private var syntaxError: YAMLSyntaxError {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "memory is used up"
        // libyaml's reader knows only the byte, its scanner and parser the line.
        let position =
            parser.pointee.error == YAML_READER_ERROR
            ? position(ofByte: parser.pointee.problem_offset) : SourcePosition(parser.pointee.problem_mark)
        return YAMLSyntaxError(position: position, problem: problem)
    }

    private func position(ofByte offset: Int) -> SourcePosition {
        let before = text.prefix(offset)
        let newline = UInt8(ascii: "\n")
        let lineStart = before.lastIndex(of: newline).map { $0 + 1 } ?? before.startIndex
        let line = before.reduce(into: 1) { count, byte in count += byte == newline ? 1 : 0 }
        return SourcePosition(line: line, column: before.count - lineStart + 1)
    }
}

extension SourcePosition {
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: mark.line + 1, column: mark.column + 1)
    }
}

extension YAMLEvent {
    fileprivate init(_ event: yaml_event_t) {
        let data = event.data
        var anchor: UnsafeMutablePointer<yaml_char_t>?
        var tag: UnsafeMutablePointer<yaml_char_t>?
        switch event.type {
        case YAML_DOCUMENT_START_EVENT: kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
        case YAML_STREAM_END_EVENT: kind = .streamEnd
        case YAML_ALIAS_EVENT: kind = .alias
        case YAML_SCALAR_EVENT:
            kind = .scalar(data.scalar.text, isQuoted: data.scalar.style != YAML_PLAIN_SCALAR_STYLE)
            (anchor, tag) = (data.scalar.anchor, data.scalar.tag)
        case YAML_SEQUENCE_START_EVENT:
            kind = .sequenceStart
            (anchor, tag) = (data.sequence_start.anchor, data.sequence_start.tag)
        case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            kind = .mappingStart
            (anchor, tag) = (data.mapping_start.anchor, data.mapping_start.tag)
        case YAML_MAPPING_END_EVENT: kind = .mappingEnd
        default: kind = .other
        }
        position = SourcePosition(event.start_mark)
        isAnchored = anchor != nil
        isTagged = tag != nil
    }
}

extension yaml_event_s.__Unnamed_union_data.__Unnamed_struct_scalar {
    fileprivate var text: String {
        String(decoding: UnsafeBufferPointer(start: value, count: length), as: UTF8.self)
    }
}
