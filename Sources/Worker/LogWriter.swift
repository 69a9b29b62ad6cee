internal import Dispatch
internal import Flow
internal import Glibc
internal import Synchronization

/// Writes log lines to a file descriptor, in order, without ever making the caller wait for the reader.
///
/// When the reader falls too far behind, lines are dropped and their number is told in the next one that gets through.
package final class LogWriter: Sendable {
    private let queue = DispatchQueue(label: "log")
    private let descriptor: Int32
    private let format: LogFormat
    /// Nothing below it is written.
    let level: LogLine.Level
    private let clock: SystemClock
    private let backlog = Atomic<Int>(0)
    private let dropped = Atomic<Int>(0)
    private static let longestBacklog = 10_000

    /// - Parameter descriptor: Where the lines go, standard error by default; it stays the caller's.
    package init(format: LogFormat, level: LogLine.Level, clock: SystemClock, descriptor: Int32 = STDERR_FILENO) {
        self.format = format
        self.level = level
        self.clock = clock
        self.descriptor = descriptor
    }

    package func write(_ line: LogLine) {
        guard line.level >= level else { return }
        guard backlog.add(1, ordering: .relaxed).newValue <= Self.longestBacklog else {
            backlog.subtract(1, ordering: .relaxed)
            dropped.add(1, ordering: .relaxed)
            return
        }
        let date = clock.now().date
        queue.async { [self] in
            put(line, at: date)
            backlog.subtract(1, ordering: .relaxed)
        }
    }

    /// Waits until everything written so far is out.
    package func flush() {
        queue.sync {}
    }

    private func put(_ line: LogLine, at date: UnixTime) {
        let lost = dropped.exchange(0, ordering: .relaxed)
        if lost > 0 { put(LogLine(.warning, "log lines dropped", [.integer("count", lost)]), at: date) }
        var bytes = format.render(line, at: date)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0 && errno == EINTR { continue }
            // A log that cannot be written must not stop the work.
            guard written > 0 else { return }
            bytes = bytes.dropFirst(written)
        }
    }
}
