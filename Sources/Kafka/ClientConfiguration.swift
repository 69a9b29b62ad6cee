internal import CRdkafka

/// A librdkafka configuration on its way into a client.
///
/// librdkafka takes it over when the client is made; until then, and when that fails, it is freed here.
struct ClientConfiguration: ~Copyable {
    private let pointer: OpaquePointer

    init() {
        pointer = rd_kafka_conf_new()
        // While a client is being made its log lines go to this function and not to the queue yet. They are warnings about
        // properties of the other kind of client, which are to be passed over; without it they go to standard error.
        rd_kafka_conf_set_log_cb(pointer) { _, _, _, _ in }
    }

    deinit {
        rd_kafka_conf_destroy(pointer)
    }

    /// Throws a refused property with librdkafka's own words.
    func set(_ name: String, to value: String) throws(KafkaError) {
        let reason = withReason { rd_kafka_conf_set(pointer, name, value, $0, $1) == RD_KAFKA_CONF_OK }
        if let reason { throw .refusedProperty(name, reason: reason) }
    }

    /// The value that holds now, defaults included; `nil` for a property that does not exist or has none.
    func value(of name: String) -> String? {
        var size = 0
        guard rd_kafka_conf_get(pointer, name, nil, &size) == RD_KAFKA_CONF_OK, size > 0 else { return nil }
        var text = [CChar](repeating: 0, count: size)
        guard rd_kafka_conf_get(pointer, name, &text, &size) == RD_KAFKA_CONF_OK else { return nil }
        return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    }

    /// Chooses what comes as an event in a queue rather than through a callback.
    func deliver(_ events: Int32...) {
        rd_kafka_conf_set_events(pointer, events.reduce(0, |))
    }

    /// Has librdkafka's own thread hand every event to a function, along with a context: the client must keep that.
    func handInBackground(
        to function: @convention(c) (OpaquePointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void,
        context: AnyObject
    ) {
        rd_kafka_conf_set_background_event_cb(pointer, function)
        rd_kafka_conf_set_opaque(pointer, Unmanaged.passUnretained(context).toOpaque())
    }

    /// Lets nothing be logged at all.
    func silence() {
        rd_kafka_conf_set_log_cb(pointer, nil)
    }

    /// Makes the client, which starts its threads and connects on its own, and keeps what its callbacks use.
    consuming func makeClient(_ type: rd_kafka_type_t, keeping context: AnyObject? = nil) throws(KafkaError)
        -> ClientHandle
    {
        var client: OpaquePointer?
        let reason = withReason {
            client = rd_kafka_new(type, pointer, $0, $1)
            return client != nil
        }
        guard let client else {
            _ = consume self
            throw KafkaError(code: .invalidArgument, reason: reason ?? "the client could not be made")
        }
        discard self
        return ClientHandle(client, keeping: context)
    }

    /// Gives a call room for its explanation, which is the answer when the call did not succeed.
    private func withReason(_ call: (UnsafeMutablePointer<CChar>?, Int) -> Bool) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { text in
            text.initialize(repeating: 0)
            guard !call(text.baseAddress, text.count), let start = text.baseAddress else { return nil }
            return String(cString: start)
        }
    }
}
