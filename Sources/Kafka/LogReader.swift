internal import CRdkafka
internal import Dispatch

/// Reads what a topic's partitions hold now, page by page, without being a member of a group.
///
/// It waits in librdkafka on a thread of its own, and makes its client when there is something to read: while nobody reads,
/// there is no connection.
package final class LogReader: @unchecked Sendable {  // What changes is touched on `queue` alone.
    /// One page for each order, in their order; it ends with the reader.
    package let pages: AsyncStream<LogPage>
    private let continuation: AsyncStream<LogPage>.Continuation
    private let queue = DispatchQueue(label: "kafka.log-reader")
    private let topic: String
    private let partners: [String]
    private let properties: [String: String]
    private let groupID: String
    private var client: ConsumerClient?
    private var reading: LogReading?
    private var usedAt = ContinuousClock.now

    /// How long the client is kept when there is nothing to read.
    private static let idleSeconds = 10

    /// - Parameter partners: Further topics that must have every partition that is read.
    /// - Parameter groupID: A group that the user may use: librdkafka wants one, though nothing is kept there.
    package init(_ topic: String, partners: [String] = [], properties: [String: String], groupID: String) {
        self.topic = topic
        self.partners = partners
        self.properties = properties
        self.groupID = groupID
        (pages, continuation) = AsyncStream.makeStream()
    }

    deinit {
        continuation.finish()
    }

    /// Begins to read without waiting; the page comes within 4 seconds, in general within a quarter of one.
    package func read(_ order: LogOrder) {
        queue.async { [self] in
            continuation.yield(LogPage(order: order, result: result(of: order)))
            usedAt = .now
            queue.asyncAfter(deadline: .now() + .seconds(Self.idleSeconds)) { [weak self] in self?.rest() }
        }
    }

    private func rest() {
        guard usedAt + .seconds(Self.idleSeconds) <= .now else { return }
        (client, reading) = (nil, nil)
    }

    private func result(of order: LogOrder) -> Result<LogPage.Records, KafkaError> {
        do throws(KafkaError) {
            let client = try readyClient()
            if reading?.number != order.number { reading = try begin(order, client) }
            guard var current = reading else { throw KafkaError(RD_KAFKA_RESP_ERR__STATE) }
            let records = try current.nextPage(for: order, from: client)
            reading = current.isOver ? nil : current
            return .success(records)
        } catch {
            reading = nil
            return .failure(error)
        }
    }

    private func readyClient() throws(KafkaError) -> ConsumerClient {
        if let client { return client }
        let made = try ConsumerClient(.reader(groupID: groupID), properties: properties)
        client = made
        return made
    }

    private func begin(_ order: LogOrder, _ client: ConsumerClient) throws(KafkaError) -> LogReading {
        for topic in [topic] + partners {
            let count = try ClusterMetadata.partitionCount(of: topic, asking: client.client, within: .seconds(1))
            guard order.partition >= count else { continue }
            let partition = TopicPartition(topic: topic, partition: order.partition)
            throw .missing(partition, among: count)
        }
        return try LogReading(of: TopicPartition(topic: topic, partition: order.partition), order, client)
    }
}

extension KafkaError {
    fileprivate static func missing(_ partition: TopicPartition, among count: Int) -> KafkaError {
        KafkaError(
            code: .unknownTopicOrPartition,
            reason: "\(partition.topic) has \(count) partitions: give it as many as the topic with the events has",
            topicPartition: partition
        )
    }
}
