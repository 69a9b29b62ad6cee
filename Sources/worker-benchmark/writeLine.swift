import Glibc

/// Writes a line to standard output at once: whoever reads it waits for it.
func writeLine(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

/// Ends the program as wrong usage.
func leave(_ usage: String) -> Never {
    let bytes = Array(usage.utf8)
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(64)
}
