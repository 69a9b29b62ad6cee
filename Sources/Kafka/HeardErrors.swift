/// What librdkafka has said about its connections: an answer that does not come says only that time was up.
struct HeardErrors {
    private var refusal: KafkaError?
    private var broken: KafkaError?

    /// Takes an error that came by itself.
    mutating func hear(_ error: KafkaError) {
        if error.code.isConnectionRefusal || error.code.isAccessRefusal { refusal = error }
        if error.code == .transport || error.code == .unresolved { broken = error }
    }

    /// Why there was no answer: what is refused where that is heard of, else what broke last, else the error itself.
    func explanation(of error: KafkaError) -> KafkaError {
        error.code.isSilence ? refusal ?? broken ?? error : error
    }
}
