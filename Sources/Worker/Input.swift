package import AppStoreServer
package import Kafka

/// Everything that can happen to the pipeline.
package enum Input: Sendable {
    /// The turn that was out has ended, with these events in the order in which they happened.
    case polled([ConsumerEvent])
    /// What the brokers answered when they were asked.
    case checked(BrokerCheck)
    /// The App Store answered, or did not.
    case attempted([AppStoreAnswer])
    /// The broker has these records, or has not.
    case published([DeliveryReport])
    /// The producer has something to say beside that.
    case producerSaid(ProducerDiagnostic)
    /// The app at this place of the configuration signs with another key from now on.
    case keyReplaced(app: Int)
    /// What came of an order to read the outcome topic.
    case outcomesRead(OutcomeReading)
    /// Certificates were renewed: the worker is to end in good order and begin anew with them.
    case recycleRequested
    /// Somebody wants the worker to end in good order.
    case stopRequested
}
