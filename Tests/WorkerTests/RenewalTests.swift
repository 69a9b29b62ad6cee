import Configuration
import Flow
import Foundation
import HTTPServer
import TestSupport
import Testing

@testable import Worker

/// Files that change under the watch's eyes; what it does between two looks is a matter of milliseconds here.
@Suite(.timeLimit(.minutes(2))) struct RenewalTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = try directory.write("old".utf8, to: "ca.pem")
    }

    /// A watch to which a file is good that says "good".
    private func watch(
        spread: Duration = .zero,
        terms: [CertificateTerm] = [],
        onJudgement: @escaping @Sendable () -> Void = {}
    ) -> RenewalWatch {
        RenewalWatch(
            [path: FileVersion(of: path)],
            terms: terms,
            spread: spread,
            every: .milliseconds(5)
        ) { [path] in
            onJudgement()
            let text = try? String(contentsOfFile: path, encoding: .utf8)
            return text?.hasPrefix("good") == true ? [] : Self.faults(text ?? "nothing")
        }
    }

    private static func faults(_ problem: String) -> [ConfigurationFault] {
        do throws(ConfigurationFaults) {
            let loaded = try WorkerConfiguration.load(
                bytes: Array("kafka: { properties: { bootstrap.servers: a } }\nappStore: { apps: [] }".utf8),
                path: "worker.yaml",
                environment: [:]
            )
            return [loaded.document.fault(at: "kafka", problem)]
        } catch {
            return error.faults.map { _ in error.faults[0] }
        }
    }

    @Test func `a good file is told of, and then it is time to begin anew`() async throws {
        let watch = watch()
        try directory.write("good".utf8, to: "ca.pem")
        guard case .renewed([path], .zero) = await watch.nextFinding() else { return #expect(Bool(false)) }
        guard case .due = await watch.nextFinding() else { return #expect(Bool(false)) }
    }

    @Test func `a bad file is told of once, and the good one after it`() async throws {
        let watch = watch()
        try directory.write("bad".utf8, to: "ca.pem")
        guard case .unusable = await watch.nextFinding() else { return #expect(Bool(false)) }
        try directory.write("good".utf8, to: "ca.pem")
        guard case .renewed = await watch.nextFinding() else { return #expect(Bool(false)) }
    }

    @Test func `a file that is gone is unusable`() async throws {
        let watch = watch()
        try FileManager.default.removeItem(atPath: path)
        guard case .unusable = await watch.nextFinding() else { return #expect(Bool(false)) }
    }

    @Test func `a certificate that comes near its end is told of once`() async throws {
        let soon = SystemClock().now().date + .seconds(3600)
        let late = soon + .seconds(100 * 86_400)
        let terms = [("http.certificateFile", late), ("kafka.properties.ssl.certificate.location", soon)].map {
            CertificateTerm(setting: $0.0, path: "a.pem", notAfter: $0.1)
        }
        let watch = watch(terms: terms)
        guard case .ending(terms[1], _)? = await watch.nextFinding() else { return #expect(Bool(false)) }
        try directory.write("good".utf8, to: "ca.pem")
        guard case .renewed = await watch.nextFinding() else { return #expect(Bool(false)) }
    }
}

/// What the watch decides, look by look, two seconds apart.
@Suite struct RenewalDecisionTests {
    private static let (file, other) = ("a.pem", "b.pem")
    private let first: [String: FileVersion]
    private let second: [String: FileVersion]
    private var renewal: Renewal
    private let fault: ConfigurationFault

    init() throws {
        let directory = try TemporaryDirectory()
        let (old, new) = (
            FileVersion(of: try directory.write([1], to: "1")), FileVersion(of: try directory.write([], to: "2"))
        )
        first = [Self.file: old, Self.other: old]
        second = [Self.file: new, Self.other: old]
        renewal = Renewal(first)
        let error = #expect(throws: ConfigurationFaults.self) {
            try WorkerConfiguration.load(bytes: [], path: "worker.yaml", environment: [:])
        }
        fault = try #require(error?.faults.first)
    }

    /// Looks, and says whether the files are to be judged.
    private mutating func look(_ files: [String: FileVersion]) -> Bool {
        renewal.needsJudgement(files, after: .seconds(2))
    }

    @Test mutating func `nothing is judged while nothing has changed`() {
        #expect(!look(first))
        #expect(!look(first))
    }

    @Test mutating func `what changed is judged when it has looked the same twice`() {
        #expect(!look(second))
        #expect(look(second))
        guard case .renewed([Self.file], .seconds(30)) = renewal.take([], after: .seconds(30)) else {
            return #expect(Bool(false))
        }
    }

    @Test mutating func `good files are judged once more when it is time, and then it is due`() {
        _ = (look(second), look(second), renewal.take([], after: .seconds(5)))
        #expect([look(second), look(second), look(second)] == [false, false, true])
        #expect(renewal.take([], after: .seconds(60))?.isDue == true)
    }

    @Test mutating func `files that go bad before it is time are not begun anew with`() {
        _ = (look(second), look(second), renewal.take([], after: .seconds(1)))
        #expect(look(second))
        guard case .unusable = renewal.take([fault], after: .zero) else { return #expect(Bool(false)) }
        #expect(!look(second))
    }

    @Test mutating func `what was refused is judged again after half a minute, and told only when it is another fault`()
    {
        _ = (look(second), look(second))
        #expect(renewal.take([fault], after: .zero) != nil)
        for _ in 0..<14 { #expect(!look(second)) }
        #expect(look(second))
        #expect(renewal.take([fault], after: .zero) == nil)
        for _ in 0..<14 { #expect(!look(second)) }
        #expect(look(second))
        #expect(renewal.take([], after: .zero) != nil)
    }

    @Test mutating func `files that were written anew as they were need nothing`() throws {
        let directory = try TemporaryDirectory()
        let again = FileVersion(of: try directory.write([1], to: "3"))
        for _ in 0..<10 { #expect(!look([Self.file: again, Self.other: again])) }
    }

    @Test mutating func `files that are as they were again need nothing`() {
        _ = (look(second), look(second), renewal.take([], after: .seconds(4)))
        for _ in 0..<10 { #expect(!look(first)) }
    }
}
