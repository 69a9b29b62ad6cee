/// A place in the configuration file, so that a fault can be found in an editor.
package struct SourcePosition: Hashable, Comparable, Sendable {
    /// Line, counted from 1.
    package let line: Int
    /// Column in characters, counted from 1.
    package let column: Int

    package static func < (one: Self, other: Self) -> Bool {
        (one.line, one.column) < (other.line, other.column)
    }
}
