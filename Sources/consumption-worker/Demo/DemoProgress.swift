/// How far the events have come, in one line.
struct DemoProgress: Hashable, Sendable {
    let produced: Int
    let counts: WorkerCounts

    /// Fits into 80 columns; every number keeps its place.
    var text: String {
        let waiting = produced - counts.finished
        return "  produced \(column(produced, 5))  accepted \(column(counts.accepted, 4))"
            + "  dead-lettered \(column(counts.deadLettered, 4))  waiting \(column(waiting, 4))"
            + "  retries \(column(counts.retries, 3))"
    }

    private func column(_ number: Int, _ width: Int) -> String {
        leftPadded(grouped(number), to: width)
    }
}
