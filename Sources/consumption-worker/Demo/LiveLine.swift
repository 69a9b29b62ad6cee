import Glibc

/// A line that says how things stand: written over again on a terminal, now and then anew anywhere else.
struct LiveLine {
    let isTerminal: Bool
    private var shownAt: ContinuousClock.Instant?

    init() {
        let terminal = getenv("TERM").map { String(cString: $0) } ?? "dumb"
        isTerminal = isatty(STDOUT_FILENO) == 1 && terminal != "dumb"
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
        if isTerminal { try StandardStream.output.write("\n") }
    }

    private func write(_ text: String) throws(OutputError) {
        guard isTerminal else { return try StandardStream.output.writeLine(text) }
        // A line that is wider than the terminal could not be written over.
        try StandardStream.output.write("\r\u{1B}[K" + text.prefix(max(1, Self.columns - 1)))
    }

    private static var columns: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
