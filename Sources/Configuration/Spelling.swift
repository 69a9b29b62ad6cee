/// Guesses which known word a misspelt one was meant to be.
package enum Spelling {
    /// The nearest of the known words, if it is near enough to be meant: one change in every three characters.
    package static func suggestion(for word: String, among known: [String]) -> String? {
        let nearest = known.map { (name: $0, distance: distance(word.lowercased(), $0.lowercased())) }
            .min { $0.distance < $1.distance }
        guard let nearest, nearest.distance <= max(1, min(word.count, nearest.name.count) / 3) else { return nil }
        return nearest.name
    }

    /// How many characters must be added, left out, replaced, or swapped with a neighbour.
    static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one), Array(other))
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for row in one.indices {
            var current = [row + 1]
            for column in other.indices {
                var best = min(last[column + 1], current[column]) + 1
                best = min(best, last[column] + (one[row] == other[column] ? 0 : 1))
                if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[other.count]
    }
}
