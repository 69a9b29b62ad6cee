internal import Dispatch

/// What the brokers say when they are asked, rather than what was fetched from them last.
package struct BrokerCheck: Hashable, Sendable {
    /// Why there is no answer, or what is wrong with a subscribed topic; `nil` when all of them are there.
    package let error: KafkaError?
    /// The topic that the error concerns, or that was asked for in vain.
    package let topic: String?
    /// The offset that the next record of each assigned partition will get; empty when that was not answered.
    package let endOffsets: [TopicPartition: Int64]

    package init(error: KafkaError? = nil, topic: String? = nil, endOffsets: [TopicPartition: Int64] = [:]) {
        self.error = error
        self.topic = topic
        self.endOffsets = endOffsets
    }
}

extension KafkaConsumer {
    /// Asks the brokers, without waiting, whether the topics are there and where these partitions end.
    ///
    /// The answer is one element of `checks`, after 1 second for each topic and 1 second for the ends at most.
    package nonisolated func check(_ partitions: [TopicPartition]) {
        inquiry.ask(topics, partitions, of: client)
    }

    /// What the brokers answered, once for each question; for one reader.
    package nonisolated var checks: AsyncStream<BrokerCheck> { inquiry.answers }
}

/// Asks the brokers on a thread of its own.
///
/// An answer comes behind a fetch that waits for records on the same connection, so it takes half a second even when all is
/// well. A turn must not take that much longer than was ordered: the worker has other things to do in time.
final class BrokerInquiry: Sendable {
    let answers: AsyncStream<BrokerCheck>
    private let answer: AsyncStream<BrokerCheck>.Continuation
    private let queue = DispatchQueue(label: "kafka.inquiry")

    init() {
        (answers, answer) = AsyncStream.makeStream()
    }

    deinit { answer.finish() }

    func ask(_ topics: [String], _ partitions: [TopicPartition], of client: ConsumerClient) {
        queue.async { [answer] in answer.yield(Self.check(topics, partitions, of: client)) }
    }

    private static func check(
        _ topics: [String],
        _ partitions: [TopicPartition],
        of client: ConsumerClient
    ) -> BrokerCheck {
        for topic in topics {
            if let error = client.fault(of: topic, within: .seconds(1)) {
                return BrokerCheck(error: error, topic: topic)
            }
        }
        return BrokerCheck(endOffsets: client.ends(of: partitions, within: .seconds(1)))
    }
}
