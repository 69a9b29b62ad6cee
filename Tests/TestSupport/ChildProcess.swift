import Dispatch
package import Glibc
import Synchronization

/// A program in a process of its own, read line by line, which is killed at the latest when nobody holds this object.
package final class ChildProcess: Sendable {
    /// The process id.
    package let processID: pid_t
    /// Everything it writes to standard output and standard error, for one reader; ends when the process has ended.
    package let lines: AsyncStream<String>

    private let exit = ExitStatus()

    /// Starts `command`, looked up in PATH, with `variables` added to this process's environment.
    package init(_ command: String, _ arguments: [String] = [], variables: [String: String] = [:]) throws(SpawnError) {
        var ends: [Int32] = [0, 0]
        // A socket pair, because glibc shows Swift no call that makes a pipe which later children do not inherit.
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw SpawnError(command: command, code: errno)
        }
        let (reading, writing) = (ends[0], ends[1])
        defer { close(writing) }
        do {
            processID = try spawn(command, arguments, variables: variables, output: writing)
        } catch {
            close(reading)
            throw error
        }
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        lines = stream
        DispatchQueue(label: "output of \(command)").async { [processID, exit] in
            forEachLine(of: reading) { continuation.yield($0) }
            close(reading)
            exit.set(reap(processID))
            continuation.finish()
        }
    }

    deinit { end(with: SIGKILL) }

    /// Whether it has not ended yet.
    package var isRunning: Bool { exit.current == nil }

    /// Waits for the first line that contains `text`; nil when the process ended without one.
    package func line(containing text: String) async -> String? {
        await lines.first { $0.contains(text) }
    }

    /// Waits for the end and returns the exit status (128 + signal when killed) and all lines not yet read.
    package func wait() async -> (status: Int32, output: [String]) {
        var output: [String] = []
        for await line in lines { output.append(line) }
        return (exit.current ?? -1, output)
    }

    /// Tells the process to end, with another signal if need be.
    package func end(with signal: Int32 = SIGTERM) {
        send(signal)
    }

    /// Sends a signal unless the process has ended already.
    package func send(_ signal: Int32) {
        if exit.current == nil { kill(processID, signal) }
    }

    /// Runs a command to its end and returns what it wrote; a status other than 0 is an error that shows the output.
    package static func output(of command: String, _ arguments: [String]) async throws -> String {
        let (status, output) = try await ChildProcess(command, arguments).wait()
        let text = output.joined(separator: "\n")
        guard status == 0 else { throw ChildFailed(command: command, status: status, output: text) }
        return text
    }
}

/// The status with which a process ended, once it has.
private final class ExitStatus: Sendable {
    private let value = Atomic<Int32>(-1)

    var current: Int32? {
        let status = value.load(ordering: .acquiring)
        return status < 0 ? nil : status
    }

    func set(_ status: Int32) { value.store(status, ordering: .releasing) }
}

/// Why a program could not be started.
package struct SpawnError: Error, CustomStringConvertible {
    let command: String
    let code: Int32

    /// The reason in words.
    package var description: String { "cannot start \(command): \(String(cString: strerror(code)))" }
}

/// A program that ended with a status other than 0.
package struct ChildFailed: Error, CustomStringConvertible {
    let command: String
    let status: Int32
    let output: String

    /// The status and all that it wrote.
    package var description: String { "\(command) ended with \(status):\n\(output)" }
}

private func spawn(
    _ command: String,
    _ arguments: [String],
    variables: [String: String],
    output: Int32
) throws(SpawnError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    // The threads that tests run on block all signals; a child would inherit that and never hear SIGTERM.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var pid: pid_t = 0
    let code = withCStrings([command] + arguments) { argv in
        withCStrings(environment(adding: variables)) { environment in
            posix_spawnp(&pid, command, &actions, &attributes, argv, environment)
        }
    }
    guard code == 0 else { throw SpawnError(command: command, code: code) }
    return pid
}

private func environment(adding variables: [String: String]) -> [String] {
    var entries: [String] = []
    var entry = environ
    while let text = entry.pointee {
        let line = String(cString: text)
        if !variables.keys.contains(where: { line.hasPrefix($0 + "=") }) { entries.append(line) }
        entry += 1
    }
    return entries + variables.map { "\($0)=\($1)" }
}

private func withCStrings<Result>(
    _ strings: [String],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
}

private func forEachLine(of descriptor: Int32, _ body: (String) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    var rest: [UInt8] = []
    while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { break }
        rest += buffer[..<count]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            body(String(decoding: rest[..<end], as: UTF8.self))
            rest.removeSubrange(...end)
        }
    }
    if !rest.isEmpty { body(String(decoding: rest, as: UTF8.self)) }
}

private func reap(_ pid: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
}
