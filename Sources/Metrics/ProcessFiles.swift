import Glibc

/// The files in which Linux tells about a process.
///
/// <https://man7.org/linux/man-pages/man5/proc.5.html>
package struct ProcessFiles: Sendable {
    /// `/proc/self/stat`: one line about the process.
    package var status: String
    /// `/proc/stat`: about the system.
    package var system: String
    /// `/proc/self/limits`: what the process may use.
    package var limits: String
    /// How many files `/proc/self/fd` lists.
    package var openFiles: Int

    /// Takes these texts for the files.
    package init(status: String, system: String, limits: String, openFiles: Int) {
        self.status = status
        self.system = system
        self.limits = limits
        self.openFiles = openFiles
    }

    /// Reads those of this process; `nil` where there are none.
    package static func read() -> ProcessFiles? {
        guard let status = text(of: "/proc/self/stat"), let system = text(of: "/proc/stat"),
            let limits = text(of: "/proc/self/limits"), let openFiles = countEntries(of: "/proc/self/fd")
        else { return nil }
        return ProcessFiles(status: status, system: system, limits: limits, openFiles: openFiles)
    }

    private static func text(of path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        // These files have no size to ask for.
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func countEntries(of path: String) -> Int? {
        guard let directory = opendir(path) else { return nil }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        // Not the two dots, and not the descriptor of this very directory.
        return count - 3
    }
}

extension ProcessUsage {
    /// What the system says now; `nil` where there is no `/proc`.
    package static func read() -> ProcessUsage? {
        ProcessFiles.read().flatMap {
            ProcessUsage($0, ticks: sysconf(Int32(_SC_CLK_TCK)), pageSize: sysconf(Int32(_SC_PAGESIZE)))
        }
    }
}
