import Glibc

/// A line that says how things stand: written over again on a terminal, now and then anew anywhere else.
struct LiveLine {
    let isTerminal: Bool
    private let stream: StandardStream
    private var shownAt: ContinuousClock.Instant?

    init(on stream: StandardStream = .output) {
        let terminal = getenv("TERM").map { String(cString: $0) } ?? "dumb"
        isTerminal = stream.columns != nil && terminal != "dumb"
        self.stream = stream
    }

    mutating func show(_ text: String, at now: ContinuousClock.Instant = .now) throws(OutputError) {
        let interval: Duration = isTerminal ? .milliseconds(150) : .seconds(3)
        if let shownAt, now - shownAt < interval { return }
        try write(text)
        shownAt = now
    }

    /// Shows a last state that stays.
    mutating func end(_ text: String) throws(OutputError) {
        try write(text)
        if isTerminal { try stream.write("\n") }
    }

    private func write(_ text: String) throws(OutputError) {
        guard isTerminal else { return try stream.writeLine(text) }
        // A line that is wider than the terminal could not be written over.
        try stream.write("\r\u{1B}[K" + text.prefix(max(1, (stream.columns ?? 80) - 1)))
    }
}
