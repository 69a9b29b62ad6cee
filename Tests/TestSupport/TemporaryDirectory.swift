import FoundationEssentials
import Glibc

/// A directory for one test, removed with everything in it when the test lets go of it.
package final class TemporaryDirectory: Sendable {
    /// Its absolute path, without a slash at the end.
    package let path: String

    /// Makes an empty directory.
    package init() throws {
        var template = Array((FileManager.default.temporaryDirectory.path() + "/test-XXXXXX").utf8CString)
        guard let made = mkdtemp(&template) else { throw SpawnError(command: "mkdtemp", code: errno) }
        path = String(cString: made)
    }

    deinit {
        // What cannot be removed stays in the system's directory for temporary files.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in it, which need not exist.
    package func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file, with the directories that its name goes through, and returns its path.
    @discardableResult
    package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        let url = URL(filePath: file(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return file(name)
    }

    /// The bytes of a file in it.
    package func read(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(filePath: file(name))))
    }
}
