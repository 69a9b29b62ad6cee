import Kafka
import Worker

extension ConnectionFinding {
    /// What the brokers refuse, or why they do not answer.
    static func refusal(of subject: String, _ error: KafkaError) -> ConnectionFinding {
        ConnectionFinding(
            state: error.isRefusal ? .refused : .unreachable,
            subject: subject,
            text: "\(error); \(error.nextStep)"
        )
    }
}

extension KafkaError {
    /// What a person has to look at.
    fileprivate var nextStep: String {
        if let remedy { return remedy }
        if code.isAccessRefusal { return "give the user the rights that ops/README.md lists" }
        if code == .unresolved { return "name resolution: look at the host's name, and at /etc/resolv.conf" }
        return
            "look at kafka.properties.bootstrap.servers, at firewalls, and whether security.protocol is the listener's"
    }
}
