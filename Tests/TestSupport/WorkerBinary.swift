import FoundationEssentials

/// The worker as it was built together with the tests: the real program, to be run as a child process.
package enum WorkerBinary {
    /// Its path, beside the program that runs the tests.
    package static var path: String {
        get throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(filePath: tests).deletingLastPathComponent().appending(path: "consumption-worker").path()
        }
    }
}
