/// How many dead letters there are for each stage and first code.
struct ReasonCounts {
    private var counts: [Line: Int] = [:]

    private struct Line: Hashable {
        let stage: String
        let reason: String
    }

    mutating func add(_ letter: FiledLetter) {
        counts[Line(stage: letter.stage, reason: letter.reason), default: 0] += 1
    }

    /// One line for each reason, the most frequent first, then their sum.
    var text: String {
        let sorted = counts.sorted { ($1.value, $0.key.reason, $0.key.stage) < ($0.value, $1.key.reason, $1.key.stage) }
        let rows = sorted.map { ($0.value, LetterText.printable("\($0.key.reason) (\($0.key.stage))")) }
        return (rows + [(counts.values.reduce(0, +), "in all")])
            .map { leftPadded(grouped($0), to: 9) + "  " + $1 }
            .joined(separator: "\n")
    }
}
