/// What the worker has to say about single properties of librdkafka; all others are passed on unread.
enum KafkaPropertyRule {
    /// Where the cluster is: the one property without which there is nothing to do.
    static let brokers = Reading.text("host:port of one or more brokers")

    static func reading(of name: String) -> Reading<String> {
        switch name {
        case "bootstrap.servers": brokers
        // It applies to a group without a position only: one that has a position never jumps.
        case "auto.offset.reset": oneOf("earliest", "latest")
        // A dead letter counts only when every replica has it, once.
        case "enable.idempotence": oneOf("true")
        case "acks", "request.required.acks": oneOf("all", "-1")
        default: .anything
        }
    }

    /// Why a property is not the user's to set; nil for those that are.
    static func refusal(of name: String) -> Complaint? {
        let remedy = "Remove the line"
        return switch name {
        case "enable.auto.commit", "auto.commit.enable", "auto.commit.interval.ms", "enable.auto.offset.store":
            Complaint("is not yours to set: automatic commits would skip events that are not done yet", remedy)
        case "transactional.id":
            Complaint("is not used: the worker writes without transactions", remedy)
        case "group.id":
            Complaint("is set by kafka.groupId", remedy)
        default: nil
        }
    }

    private static func oneOf(_ values: String...) -> Reading<String> {
        let expected = values.joined(separator: " or ")
        return Reading(expected) { scalar throws(Complaint) in
            guard values.contains(scalar.text) else { throw Complaint("is not for this worker") }
            return scalar.text
        }
    }
}
