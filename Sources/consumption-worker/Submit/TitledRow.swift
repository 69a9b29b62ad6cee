/// A line of two columns, the first of which names what stands in the second.
struct TitledRow {
    let text: String

    init(_ title: String, _ value: String) { text = "  " + rightPadded(title, to: 14) + value }
}
