import Glibc

/// Standard output or standard error, written to without a buffer.
struct StandardStream {
    static let output = StandardStream(descriptor: STDOUT_FILENO)
    static let error = StandardStream(descriptor: STDERR_FILENO)

    private let descriptor: Int32

    /// The width of the terminal that it is; nil when it is none.
    var columns: Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Writes the whole text, however many calls it takes.
    func write(_ text: String) throws(OutputError) {
        try write(Array(text.utf8))
    }

    /// Writes all bytes, however many calls it takes.
    func write(_ bytes: [UInt8]) throws(OutputError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw OutputError(code: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Writes one line.
    func writeLine(_ text: String) throws(OutputError) {
        try write(text + "\n")
    }

    /// Tells a person what went wrong.
    static func complain(_ text: String) {
        // Where standard error is closed there is nobody left to tell; the exit code still says it.
        try? error.writeLine(text)
    }
}

/// Why a stream can't be written.
struct OutputError: Error, CustomStringConvertible {
    fileprivate let code: Int32

    /// The reader of our output went away, as `head` does: no reason to say anything.
    var isReaderGone: Bool { code == EPIPE }

    var description: String { "the output can't be written: \(String(cString: strerror(code)))" }
}
