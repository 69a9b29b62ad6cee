internal import CRdkafka
internal import Dispatch

/// A librdkafka client, freed when its owner goes.
struct ClientHandle: ~Copyable {
    let client: OpaquePointer
    private let context: AnyObject?

    init(_ client: OpaquePointer, keeping context: AnyObject? = nil) {
        self.client = client
        self.context = context
    }

    // On a thread of its own: librdkafka joins its threads, and has been seen to wait there for ever
    // (confluentinc/librdkafka#4486, #4724).
    deinit {
        nonisolated(unsafe) let (client, context) = (client, context)  // Nobody else has them any more.
        DispatchQueue(label: "kafka.free").async {
            // A consumer leaves its group in its own close, which is bounded; here nothing may wait for the application.
            rd_kafka_destroy_flags(client, RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE)
            withExtendedLifetime(context) {}
        }
    }
}
