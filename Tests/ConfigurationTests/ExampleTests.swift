import Configuration
import FoundationEssentials
import Testing

/// The configuration that we show people.
@Suite struct ExampleTests {
    private let path: String
    private let text: String

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        path = root.appending(path: "config/worker.yaml").path()
        text = try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test func `the example works, and shows the defaults`() throws {
        let loaded = try WorkerConfiguration.load(path: path, environment: [:])
        var expected = WorkerConfiguration()
        expected.kafka.properties = loaded.configuration.kafka.properties
        expected.appStore.apps = loaded.configuration.appStore.apps
        #expect(loaded.configuration == expected)
        #expect(loaded.configuration.kafka.properties.map(\.value) == ["localhost:9092"])
        #expect(loaded.configuration.appStore.apps.map(\.bundleID) == ["com.example.game"])
    }

    @Test func `its optional lines work too`() throws {
        let all = text.split(separator: "\n", omittingEmptySubsequences: false).map(uncommented).joined(separator: "\n")
        let configuration = try WorkerConfiguration.load(
            bytes: Array(all.utf8),
            path: path,
            environment: ["KAFKA_PASSWORD": "secret"]
        ).configuration
        #expect(configuration.kafka.outcomeTopic == "consumption-outcomes")
        #expect(configuration.kafka.deferredTopic == "consumption-events-deferred")
        #expect(configuration.kafka.properties.contains { $0.name == "sasl.password" && $0.value == "secret" })
        #expect(configuration.appStore.caFile?.hasSuffix("config/certificates/ca.pem") == true)
        #expect(configuration.appStore.clientKeyFile?.hasSuffix("config/certificates/worker.key") == true)
        #expect(configuration.appStore.proxy == "http://proxy.example.com:3128")
    }

    @Test func `no key is left unmentioned`() throws {
        // A section refuses an unknown key by naming those it knows.
        for section in ["", "kafka", "appStore", "submission", "deadLetters", "http", "shutdown", "tracing", "log"] {
            let line = section.isEmpty ? "_: 1" : "\(section): { _: 1 }"
            let fault = try #require(faults(in: line).first { $0.contains("Known here: ") })
            let known = try #require(fault.split(separator: "Known here: ").last).dropLast()
            for key in known.split(separator: ", ") {
                #expect(text.contains("\(key):"), "\(section).\(key)")
            }
        }
    }

    /// `  # key: value` without its sign; prose has a capital letter first, or a space before its colon.
    private func uncommented(_ line: Substring) -> String {
        let indent = line.prefix { $0 == " " }
        let rest = line.dropFirst(indent.count)
        guard !indent.isEmpty, rest.hasPrefix("# "), let colon = rest.firstIndex(of: ":") else { return String(line) }
        let key = rest[..<colon].dropFirst(2)
        let isKey = key.first?.isLowercase == true && !key.contains(" ")
        return isKey ? indent + String(rest.dropFirst(2)) : String(line)
    }
}
