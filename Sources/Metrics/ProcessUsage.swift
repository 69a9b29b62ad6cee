/// What the system says about this process.
package struct ProcessUsage: Sendable, Equatable {
    /// When it started, since the beginning of 1970.
    package let startTime: Duration
    /// User and system time of all its threads.
    package let cpuTime: Duration
    /// Resident memory in bytes.
    package let residentBytes: Int
    /// Address space in bytes.
    package let virtualBytes: Int
    /// Descriptors that are open.
    package let openFiles: Int
    /// Descriptors that may be open; `nil` for no limit.
    package let maximumOpenFiles: Int?

    /// Reads what the files of `/proc` say; `nil` when one of them has another form than proc(5) says.
    ///
    /// - Parameter ticks: The system's clock ticks in a second.
    /// - Parameter pageSize: In bytes.
    package init?(_ files: ProcessFiles, ticks: Int, pageSize: Int) {
        // After the parenthesis that closes the command's name come the third field and those behind it.
        guard let stat = files.status.split(separator: ")").last?.split(separator: " "), stat.count > 21,
            let user = Int(stat[11]), let system = Int(stat[12]), let start = Int(stat[19]),
            let virtual = Int(stat[20]), let pages = Int(stat[21]),
            let boot = files.system.line(after: "btime ").flatMap({ Int($0) }),
            let limit = files.limits.line(after: "Max open files ")?.split(separator: " ").first
        else { return nil }
        startTime = .seconds(boot) + .seconds(1) * start / ticks
        cpuTime = .seconds(1) * (user + system) / ticks
        residentBytes = pages * pageSize
        virtualBytes = virtual
        openFiles = files.openFiles
        maximumOpenFiles = Int(limit)
    }
}

extension String {
    /// The rest of the first line that begins so.
    fileprivate func line(after start: String) -> Substring? {
        split(separator: "\n").first { $0.hasPrefix(start) }?.dropFirst(start.count)
    }
}
