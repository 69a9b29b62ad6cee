internal import CRdkafka

/// The user's properties together with those that this package needs, for one kind of client.
///
/// One set serves consumers and producers: each takes what it knows and passes over what belongs to the other.
struct ClientProperties {
    /// What holds unless the user says otherwise.
    let defaults: [String: String]
    /// The same for properties that only some versions of librdkafka have.
    var whereKnown: [String: String] = [:]
    /// What holds whatever the user says.
    let fixed: [String: String]

    /// The whole configuration; throws the first refused property, in order of names.
    func configuration(_ properties: [String: String]) throws(KafkaError) -> ClientConfiguration {
        let configuration = ClientConfiguration()
        for (name, value) in defaults.sorted(by: <) { try configuration.set(name, to: value) }
        for (name, value) in whereKnown { try? configuration.set(name, to: value) }
        for (name, value) in properties.sorted(by: <) {
            try RefusedProperties.check(name, value)
            try configuration.set(name, to: value)
        }
        for (name, value) in fixed.sorted(by: <) { try configuration.set(name, to: value) }
        return configuration
    }
}

extension ClientProperties {
    static func consumer(groupID: String) -> ClientProperties {
        ClientProperties(
            defaults: shared.merging([
                "partition.assignment.strategy": "range",
                // What is fetched ahead, and what one answer may bring: librdkafka's own limits are 64 and 50 MB.
                "queued.max.messages.kbytes": "8192",
                "fetch.max.bytes": "8388608",
                // How soon a topic is found that was missing, or forbidden, before.
                "topic.metadata.refresh.interval.ms": "30000",
                // How often a `statistics` event comes.
                "statistics.interval.ms": "5000",
                // A commit that waits for a coordinator which is gone keeps the group from being left for so long.
                "socket.timeout.ms": "10000",
            ]) { $1 },
            // How soon there is room again for what did not fit; a second else. See `FetchNudge` for earlier versions.
            whereKnown: ["fetch.queue.backoff.ms": "20"],
            fixed: [
                "group.id": groupID,
                "enable.auto.commit": "false",
                "enable.auto.offset.store": "false",
                "enable.partition.eof": "false",
                // Positions are given at every assignment; one that is not in the log must be reported, not moved.
                "auto.offset.reset": "error",
                "log.queue": "true",
            ]
        )
    }

    /// A consumer that is told where a partition ends and is no member of the group.
    static func reader(groupID: String) -> ClientProperties {
        let consumer = consumer(groupID: groupID)
        return ClientProperties(
            defaults: consumer.defaults,
            whereKnown: consumer.whereKnown,
            fixed: consumer.fixed.merging(["enable.partition.eof": "true"]) { $1 }
        )
    }

    static let producer = ClientProperties(
        defaults: shared.merging([
            "queue.buffering.max.kbytes": "65536",
            // How large a record may be is for its topic to say; a batch stays below the default of topics (batch.size).
            "message.max.bytes": "10485760",
        ]) { $1 },
        fixed: ["enable.idempotence": "true", "acks": "all", "log.queue": "true"]
    )

    /// Its log lines stay in a queue that nobody reads: every call throws its own error.
    static let administration = ClientProperties(defaults: shared, fixed: ["log.queue": "true"])

    private static let shared = [
        "socket.nagle.disable": "true",
        "socket.keepalive.enable": "true",
        // Brokers close idle connections as a matter of course.
        "log.connection.close": "false",
    ]
}
