/// A type whose cases a text names.
protocol Named: CaseIterable, RawRepresentable<String>, Sendable {
    static var names: NameTable<Self> { get }
}

/// The names of all cases of a type, ready to be looked for in a text: nearly all that differ do so in length or in the
/// first eight bytes, which are one number.
struct NameTable<Known: CaseIterable & RawRepresentable<String> & Sendable>: Sendable {
    private struct Entry: Sendable {
        let known: Known
        let name: [UInt8]
        let beginning: UInt64
    }

    private let entries: [Entry]

    init() {
        entries = Known.allCases.map { known in
            let name = Array(known.rawValue.utf8)
            return Entry(known: known, name: name, beginning: name.span.bytes.beginning)
        }
    }

    /// The case whose name these bytes are.
    func known(by text: RawSpan) -> Known? {
        let beginning = text.beginning
        for entry in entries where entry.beginning == beginning && entry.name.count == text.byteCount {
            if entry.name.span.bytes.ends(like: text) { return entry.known }
        }
        return nil
    }
}

extension RawSpan {
    /// The first eight bytes as a number; fewer are filled up with zeros.
    fileprivate var beginning: UInt64 {
        guard byteCount < 8 else { return UInt64(littleEndian: unsafeLoadUnaligned(as: UInt64.self)) }
        return byteOffsets.reduce(0) { $0 | UInt64(unsafeLoad(fromByteOffset: $1, as: UInt8.self)) << UInt64($1 * 8) }
    }

    /// Whether all bytes after the first eight are those of a text of the same length.
    fileprivate func ends(like other: RawSpan) -> Bool {
        var next = 8
        while next < byteCount {
            let offset = min(next, byteCount - 8)
            let word = unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard word == other.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self) else { return false }
            next += 8
        }
        return true
    }
}
