/// A set of offsets as runs, in ascending order and never touching each other: small when most of a log is done.
package struct OffsetRuns: Hashable, Sendable {
    package private(set) var runs: [Range<Int64>] = []

    package init() {}

    package var isEmpty: Bool { runs.isEmpty }

    /// Adds offsets that lie above all that are in the set.
    package mutating func append(_ run: Range<Int64>) {
        guard let last = runs.last, last.upperBound == run.lowerBound else { return runs.append(run) }
        runs[runs.count - 1] = last.lowerBound..<run.upperBound
    }

    package func contains(_ offset: Int64) -> Bool {
        end(from: offset) > offset
    }

    /// The first offset that is not in the set, from this one on.
    package func end(from offset: Int64) -> Int64 {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
        }
        return low < runs.count && runs[low].contains(offset) ? runs[low].upperBound : offset
    }

    /// The part of the set from an offset on.
    package func from(_ offset: Int64) -> OffsetRuns {
        var rest = OffsetRuns()
        for run in runs where run.upperBound > offset { rest.append(max(run.lowerBound, offset)..<run.upperBound) }
        return rest
    }
}
