import Flow

/// Lets a line that could be written again and again through once, and then once a minute with the number left out.
struct Damper: Sendable {
    private var last: [String: (at: Instant, suppressed: Int)] = [:]
    private static let interval = Duration.seconds(60)
    /// Kinds of lines are few; this only bounds what an unforeseen one could cost.
    private static let limit = 1000

    /// Whether the line goes out.
    ///
    /// - Returns: How many like it were left out since the last one; `nil` when this one is left out, too.
    mutating func pass(_ kind: String, at now: Instant) -> Int? {
        if let (at, suppressed) = last[kind], now - at < Self.interval {
            last[kind] = (at, suppressed + 1)
            return nil
        }
        if last.count >= Self.limit { last.removeAll() }
        return last.updateValue((now, 0), forKey: kind)?.suppressed ?? 0
    }
}
