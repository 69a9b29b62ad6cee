/// What a replay has done so far.
struct ReplayTally: Sendable {
    private(set) var replayed = 0
    private var left = 0
    private var skips: [ReplayDecision.Skip: Int] = [:]

    mutating func countReplayed() { replayed += 1 }

    mutating func countLeft() { left += 1 }

    mutating func count(_ skip: ReplayDecision.Skip) { skips[skip, default: 0] += 1 }

    var skipped: Int { skips.values.reduce(0, +) }

    /// A bar and the numbers, for a line that is written over again.
    func progress(restCount: Int) -> String {
        let done = replayed + skipped + left
        let filled = Self.barWidth * done / max(1, done + restCount)
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: Self.barWidth - filled)
        return "[\(bar)] \(grouped(replayed)) replayed, \(grouped(skipped)) skipped, \(grouped(restCount)) to look at"
    }

    private static let barWidth = 20

    /// - Parameters:
    ///   - isDryRun: Nothing was done.
    ///   - passedOver: Letters that later replays will not look at although the filters did not mean them.
    func summary(isDryRun: Bool, passedOver: Int) -> String {
        let verb = isDryRun ? "would be replayed" : "replayed"
        let reasons = ReplayDecision.Skip.allCases.compactMap { skip in
            skips[skip].map { "  \(grouped($0)) skipped: \(skip.rawValue)" }
        }
        let inspected = grouped(replayed + skipped)
        let head = "\(inspected) inspected: \(grouped(replayed)) \(verb), \(grouped(skipped)) skipped"
        let others = [
            (left - passedOver, "left for another replay: not meant by the filters"),
            (passedOver, "not meant, but settled, since the broker keeps no more metadata; --again finds them"),
        ]
        let leftOnes = others.filter { $0.0 > 0 }.map { "  \(grouped($0)) \($1)" }
        return ([head] + reasons + leftOnes).joined(separator: "\n")
    }
}
