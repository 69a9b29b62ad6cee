import TestSupport

/// The real program, run once to its end.
struct CommandRun {
    let status: Int32
    let output: [String]
    let errors: [String]

    /// Runs the worker, or another program of the package, with these words, in a new directory if none is given.
    init(
        _ words: [String],
        program: String = "consumption-worker",
        input: String = "",
        in directory: TemporaryDirectory? = nil,
        variables: [String: String] = [:]
    ) async throws {
        let directory = try directory ?? TemporaryDirectory()
        try directory.write(input.utf8, to: ".stdin")
        let script = "cd \"$0\" && exec \"$@\" <.stdin >.stdout 2>.stderr"
        let child = try ChildProcess(
            "/bin/sh",
            ["-c", script, directory.path, try BuiltProgram.path(of: program)] + words,
            variables: variables
        )
        status = await child.wait().status
        output = try Self.lines(directory.read(".stdout"))
        errors = try Self.lines(directory.read(".stderr"))
    }

    private static func lines(_ bytes: [UInt8]) throws -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
    }
}
