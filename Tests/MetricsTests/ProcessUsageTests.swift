import Metrics
import Testing

@Suite struct ProcessUsageTests {
    private var files = ProcessFiles(
        status:
            "42 (a (worker) x) S 1 42 42 0 -1 4194304 900 0 3 0 250 50 0 0 20 0 8 0 12345 987654144 2500 1844674407",
        system: "cpu  1 2 3\nintr 5\nbtime 1800000000\nprocesses 7\n",
        limits: """
            Limit                     Soft Limit           Hard Limit           Units
            Max processes             100                  200                  processes
            Max open files            1024                 524288               files

            """,
        openFiles: 17
    )

    private var usage: ProcessUsage? { ProcessUsage(files, ticks: 100, pageSize: 4096) }

    @Test func `ticks, pages and the time of the boot become seconds and bytes`() throws {
        let usage = try #require(usage)
        #expect(usage.startTime == .milliseconds(1_800_000_123_450))
        #expect(usage.cpuTime == .seconds(3))
        #expect(usage.residentBytes == 10_240_000)
        #expect(usage.virtualBytes == 987_654_144)
        #expect(usage.openFiles == 17)
        #expect(usage.maximumOpenFiles == 1024)
    }

    @Test mutating func `no limit is no number`() throws {
        files.limits = "Max open files            unlimited            unlimited            files\n"
        #expect(try #require(usage).maximumOpenFiles == nil)
    }

    @Test mutating func `a file in another form makes no numbers up`() {
        let before = files
        files.status = "42 (worker) S 1"
        #expect(usage == nil)
        files = before
        files.system = "cpu 1 2 3\n"
        #expect(usage == nil)
        files = before
        files.limits = ""
        #expect(usage == nil)
    }

    @Test func `this process has what a process has`() throws {
        let usage = try #require(ProcessUsage.read())
        #expect(usage.startTime > .seconds(1_600_000_000))
        #expect(usage.cpuTime > .zero && usage.cpuTime < .seconds(1_000_000))
        #expect(usage.residentBytes > 1_000_000)
        #expect(usage.virtualBytes > usage.residentBytes)
        #expect(usage.openFiles >= 3)
        #expect(usage.maximumOpenFiles.map { $0 > usage.openFiles } ?? true)
    }
}
