import Foundation
import TestSupport

/// The files of this repository, and the tools that judge them.
enum Repository {
    /// Its top directory, with a slash at the end.
    static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func path(_ name: String) -> String { top.appending(path: name).path() }

    static func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

    /// What a checker beside this file says is wrong.
    static func faults(by checker: String, _ arguments: String...) async throws -> [String] {
        try await ChildProcess.output(of: testPython(), [path("Tests/DeploymentTests/\(checker)")] + arguments)
            .split(separator: "\n").map(String.init)
    }

    /// Runs a command to its end; its lines are those of standard output and standard error.
    static func run(_ command: String, _ arguments: [String]) async throws -> (status: Int32, output: [String]) {
        try await ChildProcess(command, arguments).wait()
    }

    /// A command that comes with a Python package of the tests.
    static func pythonTool(_ name: String) throws -> String {
        try URL(filePath: testPython()).deletingLastPathComponent().appending(path: name).path()
    }

    /// A copy of a directory in which one text is replaced, to see whether somebody notices.
    static func copy(
        of name: String,
        in directory: TemporaryDirectory,
        replacing text: String,
        with other: String,
        in file: String
    ) throws -> String {
        let copy = directory.file("copy")
        try FileManager.default.copyItem(atPath: path(name), toPath: copy)
        let whole = try String(contentsOfFile: copy + "/" + file, encoding: .utf8)
        guard whole.contains(text) else { throw TextMissing(text: text, file: file) }
        try directory.write(whole.replacing(text, with: other).utf8, to: "copy/" + file)
        return copy
    }
}

/// A text that a test wants to break is not there.
struct TextMissing: Error {
    let text: String
    let file: String
}
