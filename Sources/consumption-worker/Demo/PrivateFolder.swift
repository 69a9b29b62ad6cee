import FoundationEssentials
import Glibc

/// A folder for files that nobody else may read and that do not stay.
struct PrivateFolder {
    private let path: String

    /// Lends a new folder to `body`; it is gone with all its files when that returns.
    static func lend<Result>(_ body: (PrivateFolder) throws -> Result) throws -> Result {
        let folder = try PrivateFolder()
        // What can't be removed stays in the system's place for such things.
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        return try body(folder)
    }

    private init() throws {
        var template = Array((FileManager.default.temporaryDirectory.path() + "/consumption-worker-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError("a temporary folder can't be made") }
        path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    /// Makes a file and opens it for reading and writing; the descriptor is the caller's, and outlives the folder.
    func makeFile(_ name: String) throws -> (path: String, descriptor: Int32) {
        let path = path + "/" + name
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError("\(path) can't be made") }
        return (path, descriptor)
    }

    /// Makes a file that holds this text and returns its path.
    func write(_ text: String, to name: String) throws -> String {
        let (path, descriptor) = try makeFile(name)
        close(descriptor)
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }
}

/// What the system refused, and why in its words.
struct SystemError: Error, CustomStringConvertible {
    let description: String

    init(_ problem: String, code: Int32 = errno) {
        description = "\(problem): \(String(cString: strerror(code)))"
    }
}
