import Configuration
import Testing

@Suite struct KafkaSettingTests {
    private func configured(_ lines: String) -> String {
        """
        appStore: { apps: [ { bundleId: com.example.a, issuerId: i, keyId: k, privateKeyFile: a.p8 } ] }
        kafka:
          properties:
            bootstrap.servers: localhost:9092
        \(lines)
        """
    }

    private func load(_ lines: String) throws -> WorkerConfiguration.Kafka {
        try WorkerConfiguration.load(bytes: Array(configured(lines).utf8), path: "worker.yaml", environment: [:])
            .configuration.kafka
    }

    @Test func `properties keep their order and their text`() throws {
        let kafka = try load(
            """
                ssl.key.password: " a b "
                client.id: 007
                allow.auto.create.topics: yes
                sasl.username: ""
            """
        )
        #expect(
            kafka.properties.map(\.name).dropFirst() == [
                "ssl.key.password", "client.id", "allow.auto.create.topics", "sasl.username",
            ]
        )
        #expect(kafka.properties.map(\.value).dropFirst() == [" a b ", "007", "yes", ""])
    }

    @Test(arguments: [
        ("auto.offset.reset: earliest", []),
        ("auto.offset.reset: latest", []),
        (
            "auto.offset.reset: error",
            [#"5:24: kafka.properties.auto.offset.reset: "error" is not for this worker. Write earliest or latest."#]
        ),
        ("enable.idempotence: true", []),
        (
            "enable.idempotence: false",
            [#"5:25: kafka.properties.enable.idempotence: "false" is not for this worker. Write true."#]
        ),
        ("acks: all", []),
        ("acks: 1", [#"5:11: kafka.properties.acks: "1" is not for this worker. Write all or -1."#]),
        (
            "enable.auto.commit: true",
            [
                "5:25: kafka.properties.enable.auto.commit: is not yours to set: "
                    + "automatic commits would skip events that are not done yet. Remove the line."
            ]
        ),
        (
            "enable.auto.offset.store: false",
            [
                "5:31: kafka.properties.enable.auto.offset.store: is not yours to set: "
                    + "automatic commits would skip events that are not done yet. Remove the line."
            ]
        ),
        ("group.id: g", ["5:15: kafka.properties.group.id: is set by kafka.groupId. Remove the line."]),
        (
            "transactional.id: t",
            [
                "5:23: kafka.properties.transactional.id: is not used: the worker writes without transactions. "
                    + "Remove the line."
            ]
        ),
        ("client.id:", ["5:5: kafka.properties.client.id: has no value. Write a text, or \"\" for an empty one."]),
        (
            "client.id: [a]",
            ["5:5: kafka.properties.client.id: is a list. Write a text, or \"\" for an empty one."]
        ),
        ("made.up: 1", []),
    ])
    func `the worker keeps its own properties to itself and passes on the others`(line: String, expected: [String]) {
        #expect(faults(in: configured("    " + line)) == expected)
    }

    @Test(arguments: [
        ("topic: \"^events\"", "\"^events\""),
        ("topic: \"\"", "\"\""),
        ("topic: ..", "\"..\""),
        ("topic: ereignisse-ä", "\"ereignisse-ä\""),
    ])
    func `a topic has a legal name`(line: String, shown: String) {
        #expect(
            faults(in: configured("  " + line)) == [
                "5:10: kafka.topic: \(shown) is not a legal topic name. "
                    + "Write the name of a topic, up to 249 of A-Z a-z 0-9 . _ -."
            ]
        )
    }

    @Test func `a topic has at most 249 characters`() {
        let longest = String(repeating: "t", count: 249)
        #expect(faults(in: configured("  topic: " + longest)) == [])
        #expect(faults(in: configured("  topic: t" + longest)).count == 1)
    }

    @Test func `no two topics are the same`() {
        #expect(
            faults(in: configured("  topic: t\n  deadLetterTopic: t\n  outcomeTopic: o\n  deferredTopic: o")) == [
                "6:20: kafka.deadLetterTopic: is the same topic as topic. Give each its own.",
                "8:18: kafka.deferredTopic: is the same topic as outcomeTopic. Give each its own.",
            ]
        )
    }

    @Test(arguments: [
        ("", Duration.seconds(10)),
        ("    session.timeout.ms: 6000", .seconds(3)),
        ("    session.timeout.ms: 6000\n  revokeDrain: 5s", .seconds(5)),
        ("    session.timeout.ms: nonsense", .seconds(10)),
        ("    session.timeout.ms: -6000", .seconds(10)),
        ("  revokeDrain: 44s", .seconds(44)),
        ("  revokeDrain: 0", .zero),
    ])
    func `a revoke waits for less than the session time-out`(lines: String, expected: Duration) throws {
        #expect(try load(lines).revokeDrain == expected)
    }

    @Test(arguments: [
        ("  revokeDrain: 45s", "5:16", "45s"),
        ("    session.timeout.ms: 6000\n  revokeDrain: 6s", "6:16", "6s"),
    ])
    func `a revoke that waits for longer is a fault`(lines: String, place: String, limit: String) {
        #expect(
            faults(in: configured(lines)) == [
                "\(place): kafka.revokeDrain: is not shorter than session.timeout.ms. Write less than its \(limit)."
            ]
        )
    }

    @Test func `optional topics are off when they are empty`() throws {
        let kafka = try load("  outcomeTopic: \"\"\n  deferredTopic:")
        #expect(kafka.outcomeTopic == nil)
        #expect(kafka.deferredTopic == nil)
    }
}
