/// A string as the text wrote it: one of the names that Apple defines, or another, which is kept.
public enum WireName<Known: Hashable & Sendable & RawRepresentable<String>>: Hashable, Sendable {
    /// One of the names that `Known` lists, spelled exactly.
    case known(Known)
    /// Any other string.
    case unknown(String)

    /// The known name, if it is one.
    public var known: Known? {
        guard case .known(let known) = self else { return nil }
        return known
    }
}
