import Kafka
import Worker

extension ExitCode {
    /// How the process ends when the worker ended so.
    init(_ reason: ExitReason) {
        switch reason {
        // The second is no end of the process, unless somebody makes it one.
        case .stopped, .filesRenewed: self = .done
        case .braked: self = .stoppedByBrake
        case .positionLost: self = .unavailable
        case .kafkaFailed(let error) where error.isRefusal: self = .refused
        case .kafkaFailed, .groupNotLeft: self = .internalError
        }
    }
}

extension KafkaError {
    /// Somebody does not want us: another member has our instance id, or the credentials are not taken.
    var isRefusal: Bool {
        [.fencedInstanceID, .fenced, .authentication, .topicAuthorizationFailed, .groupAuthorizationFailed].contains(
            code
        )
    }
}
