import Configuration
import Testing

@Suite struct YAMLTests {
    @Test(arguments: [
        ("log:\n\tlevel: info", "4:1: not YAML: found character that cannot start any token."),
        ("log: { level: info", "4:1: not YAML: did not find expected ',' or '}'."),
        ("log: \"info", "3:11: not YAML: found unexpected end of stream."),
        ("log:\n  level: info\n format: json", "5:2: not YAML: did not find expected key."),
        ("log: {}\nnonsense\nhttp: {}", "5:1: not YAML: could not find expected ':'."),
        ("log: @info", "3:6: not YAML: found character that cannot start any token."),
        ("log: { level: ${LEVEL} }", "3:16: not YAML: did not find expected ',' or '}'."),
    ])
    func `what is not YAML is shown where it ends to be so`(text: String, fault: String) {
        #expect(faults(in: minimal + text) == [fault])
    }

    @Test(arguments: [
        (Array("a: b\nc: d".utf8) + [0xFF], "2:5: not YAML: invalid leading UTF-8 octet."),
        (Array("a: b\n".utf8) + [0], "2:1: not YAML: control characters are not allowed."),
        ([0xC3], "1:1: not YAML: incomplete UTF-8 octet sequence."),
    ])
    func `bytes that are no text are shown by line and column`(bytes: [UInt8], fault: String) {
        #expect(faults(in: bytes) == [fault])
    }

    @Test func `a long key is shown once, whatever lies below it, and many values are not read at all`() {
        let key = String(repeating: "k", count: 129)
        let below = String(repeating: "a,", count: 1000)
        #expect(
            faults(in: minimal + "log:\n  ? \(key)\n  : [\(below)]\n  level: info")
                == ["4:5: log: a key is longer than 128 bytes. Write the name of a setting."]
        )
        let many = faults(in: minimal + "log: [" + String(repeating: "a,", count: 20_000) + "]")
        #expect(many.count == 1)
        #expect(many.first?.hasSuffix("not YAML: there are more than 20000 values.") == true)
    }

    @Test(arguments: [
        (
            "http: &h { listen: 127.0.0.1:1 }",
            [
                "3:7: http: an anchor (`&name`) is not supported. "
                    + "Write the value out, or in quotes if it starts with this sign."
            ]
        ),
        (
            "log: { level: *l }",
            [
                "3:15: log.level: an alias (`*name`) is not supported. "
                    + "Write the value out, or in quotes if it starts with this sign."
            ]
        ),
        (
            "log: { level: !!str info }",
            [
                "3:15: log.level: a tag (`!name`) is not supported. "
                    + "Leave it out, or quote the value if it starts with this sign."
            ]
        ),
        ("log: { [a]: b }", ["3:8: log: a key is not plain text. Write `name: value`."]),
        (
            "log: { level: info }\n---\nlog: { level: debug }",
            ["4:1: a second document starts here. Keep one document per file."]
        ),
        (
            "log:\n  level: info\n  format: text\n  level: debug",
            ["6:3: log.level: the key stands on line 4 already. Keep one of the two."]
        ),
        ("\"log\": {}\nlog: {}", ["4:1: log: the key stands on line 3 already. Keep one of the two."]),
    ])
    func `what could be misread is refused`(text: String, expected: [String]) {
        #expect(faults(in: minimal + text) == expected)
    }

    @Test func `nesting has a limit`() {
        let deep = String(repeating: "[", count: 10_000)
        #expect(faults(in: minimal + "log: " + deep) == ["3:21: not YAML: values are nested deeper than 16 levels."])
    }

    @Test(arguments: ["", "# nothing\n", "---\n", "~", "{}"])
    func `an empty file lacks what is required`(text: String) {
        let found = faults(in: text)
        #expect(found.count == 2)
        #expect(found.contains { $0.contains("kafka.properties.bootstrap.servers: is missing") })
        #expect(found.contains { $0.contains("appStore.apps: is missing") })
    }

    @Test(arguments: ["text", "[1, 2]"])
    func `a file that is no section is a fault of the whole`(text: String) {
        let found = faults(in: text)
        #expect(found.count == 1)
        #expect(found.first?.contains("not a section with keys") == true)
    }

    @Test func `JSON is YAML`() {
        let json = """
            {
              "kafka": { "properties": { "bootstrap.servers": "localhost:9092" } },
              "appStore": { "apps": [
                { "bundleId": "a", "issuerId": "i", "keyId": "k", "privateKeyFile": "a.p8" }
              ] },
              "submission": { "linger": "200ms", "batchSize": 50, "rateLimit": { "production": 0.5 } }
            }
            """
        #expect(faults(in: json) == [])
    }

    @Test func `a byte order mark does no harm`() {
        #expect(faults(in: [0xEF, 0xBB, 0xBF] + Array(minimal.utf8)) == [])
    }
}
