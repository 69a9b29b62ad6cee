import Glibc

/// Writes a file that nobody else may read, in place of one that may be there.
enum PrivateFile {
    /// - Throws: What the system refused; the file that was there stays then.
    static func write(_ text: String, to path: String) throws(SystemError) {
        // Beside it first: whoever reads the file meanwhile finds the old or the new one, whole.
        let draft = path + ".new"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError("\(path) can't be made") }
        defer { close(descriptor) }
        let count = Array(text.utf8).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count == text.utf8.count, rename(draft, path) == 0 else { throw SystemError("\(path) can't be written") }
    }
}
