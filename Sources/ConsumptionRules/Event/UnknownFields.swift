/// The fields of a body that Apple does not define, kept so that a misspelt one is named and does not vanish.
public struct UnknownFields: Hashable, Sendable {
    /// Paths of the first few, in the order of the text.
    public private(set) var paths: [String] = []
    /// How many there are in all.
    public private(set) var count = 0

    /// Enough to recognise the mistake; the rest is only counted, for a text may be nothing but unknown fields.
    static let namedAtMost = 8

    mutating func note(_ path: @autoclosure () -> String) {
        if count < Self.namedAtMost { paths.append(path()) }
        count += 1
    }
}
