import Glibc

/// What the system says about this process.
package struct ProcessUsage: Sendable {
    /// When it started, since the beginning of 1970.
    package let startTime: Duration
    /// User and system time of all its threads.
    package let cpuTime: Duration
    /// Resident memory in bytes.
    package let residentBytes: Int
    /// Descriptors that are open.
    package let openFiles: Int

    /// Reads the present numbers; none where `/proc` is missing.
    package static func read() -> ProcessUsage? {
        // proc(5): after the parenthesis that closes the command's name come the third field and those behind it.
        guard let stat = line(of: "/proc/self/stat")?.split(separator: ")").last?.split(separator: " "),
            stat.count > 21,
            let user = Int(stat[11]), let system = Int(stat[12]), let start = Int(stat[19]), let pages = Int(stat[21]),
            let boot = line(of: "/proc/stat", startingWith: "btime ").flatMap({ Int($0.dropFirst(6)) }),
            let openFiles = countEntries(of: "/proc/self/fd")
        else { return nil }
        return ProcessUsage(
            startTime: .seconds(boot) + ticks(start),
            cpuTime: ticks(user + system),
            residentBytes: pages * sysconf(Int32(_SC_PAGESIZE)),
            openFiles: openFiles
        )
    }

    private static func ticks(_ count: Int) -> Duration {
        .seconds(1) * count / sysconf(Int32(_SC_CLK_TCK))
    }

    private static func line(of path: String, startingWith start: String = "") -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var buffer: UnsafeMutablePointer<CChar>?
        defer { free(buffer) }
        var capacity = 0
        while getline(&buffer, &capacity, file) > 0, let buffer {
            let line = String(cString: buffer)
            if line.hasPrefix(start) { return String(line.dropLast()) }
        }
        return nil
    }

    private static func countEntries(of path: String) -> Int? {
        guard let directory = opendir(path) else { return nil }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil {
            count += 1
        }
        // Not the two dots, and not the descriptor of this very directory.
        return count - 3
    }
}
