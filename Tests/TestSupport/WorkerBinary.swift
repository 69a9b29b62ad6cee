/// The worker as it was built together with the tests: the real program, to be run as a child process.
package enum WorkerBinary {
    package static var path: String {
        get throws { try BuiltProgram.path(of: "consumption-worker") }
    }
}
