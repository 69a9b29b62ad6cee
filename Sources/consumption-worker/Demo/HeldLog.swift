import Glibc
import Worker

/// The worker's log, kept out of sight so that the progress line stays readable, and shown when something went wrong.
///
/// It lies in a file without a name, so it leaves nothing behind.
final class HeldLog: Sendable {
    let writer: LogWriter
    private let descriptor: Int32
    /// Enough to see how it came to an end.
    private static let shown = 16 * 1024

    init(in folder: PrivateFolder) throws {
        descriptor = try folder.makeFile("log").descriptor
        writer = LogWriter(format: .text, level: .info, clock: SystemClock(), descriptor: descriptor)
    }

    deinit {
        writer.flush()
        close(descriptor)
    }

    /// Its last lines.
    var tail: String {
        writer.flush()
        let start = max(0, lseek(descriptor, 0, SEEK_END) - Self.shown)
        var bytes = [UInt8](repeating: 0, count: Self.shown)
        let count = pread(descriptor, &bytes, bytes.count, start)
        let text = bytes.prefix(max(0, count))
        let whole = start > 0 ? text.drop { $0 != UInt8(ascii: "\n") }.dropFirst() : text
        return String(decoding: whole, as: UTF8.self)
    }
}
