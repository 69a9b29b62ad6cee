import FoundationEssentials

/// A program as it was built together with the tests, to be run as a child process.
package enum BuiltProgram {
    /// Its path, beside the program that runs the tests.
    package static func path(of name: String) throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests).deletingLastPathComponent().appending(path: name).path()
    }
}
