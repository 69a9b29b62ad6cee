import Configuration
import Flow
package import Kafka

/// Reads the outcome topic for the loop: Kafka's part on a thread of its own, then what the records say.
package struct OutcomeReader: OutcomeSource {
    private let reader: LogReader

    /// `nil` without an outcome topic.
    init?(_ kafka: WorkerConfiguration.Kafka, properties: [String: String]) {
        guard let topic = kafka.outcomeTopic else { return nil }
        reader = LogReader(
            topic,
            partners: [kafka.deferredTopic].compactMap(\.self),
            properties: properties,
            groupID: kafka.groupID
        )
    }

    package func read(_ order: LogOrder) {
        reader.read(order)
    }

    package func nextReading() async -> OutcomeReading? {
        await reader.pages.first { _ in true }.map { OutcomeReading($0) }
    }
}

extension OutcomeReading {
    init(_ page: LogPage) {
        self.init(load: page.order.number, partition: page.order.partition, result: page.result.map { Page($0) })
    }
}

extension OutcomeReading.Page {
    fileprivate init(_ records: LogPage.Records) {
        var (accepted, unreadable): ([Acceptance], Int) = ([], 0)
        for value in records.values {
            switch PastOutcome(reading: value) {
            case .accepted(let acceptance): accepted.append(acceptance)
            case .other: break
            case .unreadable: unreadable += 1
            }
        }
        self.init(accepted: accepted, unreadable: unreadable, nextOffset: records.nextOffset, end: records.end)
    }
}
