import AppStoreServer
import Kafka

/// What happens at some moment of a run.
enum Occurrence {
    case write
    case fault(Int)
    case troubleEnds(Fault.Trouble)
    /// A worker's process starts.
    case start(worker: Int)
    /// Something for one process of a worker: never delivered to a later one, and late when the process stands still.
    case toWorker(Int, life: Int, Delivery)
    case sessionEnds(member: Int)
    case assigns(preparation: Int)
    case arrives(Arrival)
    case commits(CommitRequest)
    case letter(ProducerRecord)
    case outcome(ProducerRecord)

    enum Delivery {
        case turnEnds(number: Int)
        case answer(AppStoreAnswer)
        case report(DeliveryReport)
        case losesProducer(KafkaError)
        /// The outcome topic is looked at only now.
        case page(LogOrder)
        case outcomes([CommitOutcome])
        case stopRequested
        case learnsOfEviction(member: Int)
        case mustHaveStopped
        case mustHaveRevoked(number: Int)
    }

    /// A PUT at the App Store's door.
    struct Arrival {
        var worker: Int
        var life: Int
        var request: AppStoreRequest
        var notification: Int
        var record: WrittenRecord
        /// Whether it was a member's: what was put out of the group without knowing it cannot keep to a share.
        var counts: Bool
    }

    struct CommitRequest {
        var worker: Int
        var life: Int
        var member: Int?
        var generation: Int
        var entries: [CommitEntry]
    }
}
