import ConsumptionRules
import Kafka

/// Validates the records of a topic, as far as an order goes.
struct TopicValidation {
    private let order: TopicOrder
    private var reader: LetterReader

    /// So much of the report is written at once while more records are at hand, in bytes.
    private static let portion = 1 << 16

    init(_ order: TopicOrder, _ reader: LetterReader) {
        (self.order, self.reader) = (order, reader)
    }

    /// Reads until the order is carried out or a signal comes; verdicts are written whenever the broker makes us wait.
    mutating func run(_ validation: inout Validation) async throws {
        let stop = StopFlag()
        let signals = StopSignals { stop.putUp() }
        defer { withExtendedLifetime(signals) {} }
        try await reader.start(at: order.start)
        var left = order.limit
        while left > 0, !stop.isUp, let record = try await reader.next(until: stop) {
            left -= 1
            validation.judge(record.value, from: .record(record.topicPartition, offset: record.offset), at: .now)
            if reader.hasNext, left > 0, validation.reportSize < Self.portion { continue }
            try StandardStream.output.write(validation.takeReport())
        }
        try StandardStream.output.write(validation.takeReport())
        await reader.close()
    }
}
