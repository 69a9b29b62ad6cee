/// What a replay has done so far.
struct ReplayTally: Sendable {
    private(set) var replayed = 0
    private var skips: [ReplayDecision.Skip: Int] = [:]

    mutating func countReplayed() { replayed += 1 }

    mutating func count(_ skip: ReplayDecision.Skip) { skips[skip, default: 0] += 1 }

    var skipped: Int { skips.values.reduce(0, +) }

    /// For a line that is written over again.
    func progress(restCount: Int) -> String {
        "\(grouped(replayed)) replayed, \(grouped(skipped)) skipped, \(grouped(restCount)) to look at"
    }

    /// - Parameter isDryRun: Nothing was done.
    func summary(isDryRun: Bool) -> String {
        let verb = isDryRun ? "would be replayed" : "replayed"
        let reasons = ReplayDecision.Skip.allCases.compactMap { skip in
            skips[skip].map { "  \(grouped($0)) skipped: \(skip.rawValue)" }
        }
        let inspected = grouped(replayed + skipped)
        return (["\(inspected) inspected: \(grouped(replayed)) \(verb), \(grouped(skipped)) skipped"] + reasons)
            .joined(separator: "\n")
    }
}
