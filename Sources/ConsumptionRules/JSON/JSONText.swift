/// Where a string stands in the text: the bytes between its quotes, not yet unescaped.
///
/// Keys and values stay ranges until somebody needs a `String`, so that reading a text allocates nothing for its names.
package struct JSONText: Sendable {
    let start: Int
    let end: Int
    let hasEscapes: Bool

    var count: Int { end - start }
}
