import Kafka

extension ProducerRecord {
    /// The text of the first header with this name.
    func text(_ name: String) -> String? {
        headers.first { $0.isNamed(name) }?.value.map { String(decoding: $0, as: UTF8.self) }
    }

    func number(_ name: String) -> Int64? { text(name).flatMap { Int64($0) } }
}
