/// The librdkafka properties that a user may not set, since a guarantee of the worker stands on them.
enum RefusedProperties {
    /// Throws when this property, or this value of it, is refused.
    static func check(_ name: String, _ value: String) throws(KafkaError) {
        if let reason = always[name] { throw .refusedProperty(name, reason: reason) }
        if let (accepted, reason) = otherwise[name], !accepted.contains(value) {
            throw .refusedProperty(name, reason: "\(reason); leave it out or set it to \(accepted[0])")
        }
        if let reason = OIDCSupport.refusal(of: name) { throw .refusedProperty(name, reason: reason) }
        if name == CooperativeSupport.property, CooperativeSupport.isAsked(by: value),
            CooperativeSupport(in: KafkaClient.version) == .refused
        {
            throw .refusedProperty(name, reason: tooOld)
        }
    }

    private static let tooOld = """
        cooperative-sticky needs librdkafka 2.3.0, better 2.10.0, and this is \(KafkaClient.version); leave it out or set it \
        to range or roundrobin
        """
    private static let commits = "it would commit records that are not done; the worker commits what is done"
    private static let own = "the worker sets it itself"

    private static let always = [
        "enable.auto.commit": commits,
        "auto.commit.enable": commits,
        "enable.auto.offset.store": commits,
        "group.id": "set kafka.groupId instead",
        "transactional.id": "the producer is idempotent, not transactional",
        "delivery.report.only.error": "a record counts as written when its delivery is reported",
        "enable.partition.eof": own,
        "log.queue": own,
    ]

    private static let otherwise: [String: (accepted: [String], reason: String)] = [
        "enable.idempotence": (["true"], "a retry of the client must not write a record twice"),
        "acks": (["all", "-1"], "a record counts as written when all in-sync replicas have it"),
        "request.required.acks": (["all", "-1"], "a record counts as written when all in-sync replicas have it"),
        StartPosition.property: (
            ["earliest", "latest"] + StartPosition.names.sorted(),
            "it only says where a group without a committed position starts"
        ),
    ]
}
