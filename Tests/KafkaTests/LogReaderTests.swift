import Kafka
import TestSupport
import Testing

/// Reading a partition back from a moment on, on a broker in a process of its own and on librdkafka's imitation.
@Suite(.timeLimit(.minutes(5)), .serialized) struct LogReaderTests {
    enum Bed: CaseIterable { case process, imitation }

    private static func broker(_ bed: Bed) async throws -> any TestBroker {
        switch bed {
        case .process: try await BrokerProcess()
        case .imitation: try MockBroker()
        }
    }

    private func order(
        _ number: Int,
        from: Int64? = nil,
        since: Int64 = 0,
        most: Int = 1000,
        bytes: Int = .max
    ) -> LogOrder {
        LogOrder(
            number: number,
            partition: 1,
            from: from,
            sinceMilliseconds: since,
            maximumRecords: most,
            maximumBytes: bytes
        )
    }

    /// Gives orders until the reading is at its end.
    private func readAll(
        _ reader: LogReader,
        _ first: LogOrder
    ) async throws -> (values: [String], nextOffset: Int64, pages: Int) {
        var (values, order, pages): ([String], LogOrder, Int) = ([], first, 0)
        while true {
            let page = try await records(reader, order)
            pages += 1
            values += page.values.map { String(decoding: $0 ?? [], as: UTF8.self) }
            guard page.nextOffset < page.end else { return (values, page.nextOffset, pages) }
            try #require(pages < 200, "no end at \(page.nextOffset) of \(page.end)")
            order = LogOrder(
                number: order.number,
                partition: order.partition,
                from: page.nextOffset,
                sinceMilliseconds: order.sinceMilliseconds,
                maximumRecords: order.maximumRecords,
                maximumBytes: order.maximumBytes
            )
        }
    }

    private func records(_ reader: LogReader, _ order: LogOrder) async throws -> LogPage.Records {
        reader.read(order)
        let page = try #require(await reader.pages.first { _ in true })
        #expect(page.order == order)
        return try page.result.get()
    }

    private func reader(
        _ broker: any TestBroker,
        _ topic: String,
        partners: [String] = [],
        _ properties: [String: String] = [:]
    ) -> LogReader {
        LogReader(
            topic,
            partners: partners,
            properties: properties.merging(["bootstrap.servers": broker.bootstrapServers]) { $1 },
            groupID: broker.uniqueName("group")
        )
    }

    @Test func `what has run empty while it reads is filled at once, although it was full a moment ago`() async throws {
        let broker = try await Self.broker(.imitation)
        let topic = try await broker.createTopic("outcomes", partitions: 2)
        // A batch is fetched as a whole.
        for _ in 0..<40 {
            let batch = (0..<10 as Range<UInt64>).map {
                let value = [UInt8](repeating: 120, count: 10_000)
                return ProducerRecord(ticket: $0, topic: topic, partition: 1, key: nil, value: value)
            }
            _ = try await write(batch, to: broker.bootstrapServers)
        }
        let small = [
            "queued.max.messages.kbytes": "16", "fetch.max.bytes": "1000000", "fetch.message.max.bytes": "20000",
        ]
        let read = try await readAll(reader(broker, topic, small), order(1))
        #expect(read.values.count == 400)
        // Forty times full: librdkafka alone takes a second for each, which are four pages.
        #expect(read.pages < 80)
    }

    @Test(arguments: Bed.allCases) func `it reads one partition to its end, page by page, each record once`(
        bed: Bed
    ) async throws {
        let broker = try await Self.broker(bed)
        let topic = try await broker.createTopic("outcomes", partitions: 2)
        let written = numbered(0..<2500, topic: topic, partition: 1) + numbered(9000..<9010, topic: topic, partition: 0)
        _ = try await write(written, to: broker.bootstrapServers)
        let reader = reader(broker, topic)
        let read = try await readAll(reader, order(1, most: 700))
        #expect(read.values == (0..<2500).map { "\($0)" })
        #expect(read.pages >= 4)
        #expect(read.nextOffset == 2500)
    }

    @Test func `a page ends where its values have enough bytes`() async throws {
        let broker = try await Self.broker(.imitation)
        let topic = try await broker.createTopic("outcomes", partitions: 2)
        _ = try await write(numbered(100..<120, topic: topic, partition: 1), to: broker.bootstrapServers)
        let reader = reader(broker, topic)
        let first = try await records(reader, order(1, bytes: 7))
        #expect(first.values.count <= 3, "three digits each, and none once there are seven")
        let read = try await readAll(reader, order(2, from: 0, bytes: 7))
        #expect(read.values == (100..<120).map { "\($0)" })
        #expect(read.pages >= 7)
    }

    @Test(arguments: Bed.allCases) func `it goes on where it is told to, and sees what came since`(bed: Bed)
        async throws
    {
        let broker = try await Self.broker(bed)
        let topic = try await broker.createTopic("outcomes", partitions: 2)
        let reader = reader(broker, topic)
        #expect(try await readAll(reader, order(1)).nextOffset == 0)
        _ = try await write(numbered(0..<10, topic: topic, partition: 1), to: broker.bootstrapServers)
        #expect(try await readAll(reader, order(2, from: 0)).values.count == 10)
        _ = try await write(numbered(10..<15, topic: topic, partition: 1), to: broker.bootstrapServers)
        let read = try await readAll(reader, order(3, from: 10))
        #expect(read.values == (10..<15).map { "\($0)" })
        // The topic was made anew: nothing is known of where to go on.
        #expect(try await readAll(reader, order(4, from: 4000)).values.count == 15)
    }

    @Test(arguments: Bed.allCases) func `what is too old is not read`(bed: Bed) async throws {
        let broker = try await Self.broker(bed)
        let topic = try await broker.createTopic("outcomes", partitions: 2)
        _ = try await write(numbered(0..<10, topic: topic, partition: 1), to: broker.bootstrapServers)
        // In the year 2128: everything is older than that.
        let read = try await readAll(reader(broker, topic), order(1, since: 5_000_000_000_000))
        #expect(read.values.isEmpty)
        #expect(read.nextOffset == 10)
    }

    @Test func `a partition that the topic or its partner lacks is an error that says what to do`() async throws {
        let broker = try await BrokerProcess()
        let narrow = try await broker.createTopic("narrow", partitions: 1)
        let wide = try await broker.createTopic("wide", partitions: 2)
        for reader in [reader(broker, narrow), reader(broker, wide, partners: [narrow])] {
            let error = await #expect(throws: KafkaError.self) { try await records(reader, order(1)) }
            #expect(error?.code == .unknownTopicOrPartition)
            #expect(error?.reason == "\(narrow) has 1 partitions: give it as many as the topic with the events has")
        }
        let missing = reader(broker, "nowhere")
        let error = await #expect(throws: KafkaError.self) { try await records(missing, order(1)) }
        #expect([.unknownTopicOrPartition, .unknownTopic].contains(error?.code))
    }

    @Test func `with no broker there it says so, again and again`() async throws {
        let properties = ["bootstrap.servers": "127.0.0.1:\(freePort())"]
        let reader = LogReader("outcomes", properties: properties, groupID: "group")
        for _ in 0..<2 {
            let error = await #expect(throws: KafkaError.self) { try await records(reader, order(1)) }
            #expect(error?.isRetriable == true)
        }
    }
}
