import Kafka
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct KafkaStatisticsTests {
    private static let json = """
        {"name":"a","ts":1,"brokers":{
          "127.0.0.1:1/bootstrap":{"nodeid":-1,"source":"configured","state":"UP","txerrs":7,"rxerrs":7,"req_timeouts":7,
            "rtt":{"p99":1,"cnt":1}},
          "127.0.0.1:1/3":{"nodeid":3,"source":"learned","state":"UP","txerrs":1,"rxerrs":2,"req_timeouts":4,
            "rtt":{"min":1,"p99":123456,"cnt":9}},
          "GroupCoordinator":{"nodeid":3,"source":"logical","state":"CONNECT","txerrs":0,"rxerrs":0,"req_timeouts":0,
            "rtt":{"p99":0,"cnt":0}}},
         "topics":{"events":{"topic":"events","partitions":{
            "0":{"partition":0,"fetchq_cnt":12,"fetchq_size":3400},"-1":{"partition":-1,"fetchq_cnt":0,"fetchq_size":0},
            "1":{"partition":1,"fetchq_cnt":12,"fetchq_size":3400}}}},
         "cgrp":{"state":"up","stateage":5,"join_state":"steady","rebalance_cnt":3}}
        """

    @Test func `brokers, queue and group are read out of librdkafka's statistics`() throws {
        let statistics = try #require(KafkaStatistics(json: Self.json))
        let node = try #require(statistics.brokers.first { $0.id == 3 })
        #expect(node.isUp)
        #expect(node.roundTrip == .microseconds(123_456))
        #expect((node.transmitErrors, node.receiveErrors, node.timeouts) == (1, 2, 4))
        let coordinator = try #require(statistics.brokers.first { $0.id == nil })
        #expect(!coordinator.isUp && coordinator.roundTrip == nil)
        #expect(statistics.brokers.count == 2)
        #expect(statistics.fetchedRecords == 12)
        #expect(statistics.fetchedBytes == 3400)
        #expect(statistics.group?.state == "up")
        #expect(statistics.group?.joinState == "steady")
        #expect(statistics.group?.rebalances == 3)
    }

    @Test(arguments: ["", "{", "[]", "{}", #"{"brokers":{},"topics":3}"#])
    func `another text than statistics is none`(json: String) {
        #expect(KafkaStatistics(json: json) == nil)
    }

    @Test func `a consumer with a backlog tells what it has fetched, and how it stands to its group`() async throws {
        let broker = try MockBroker()
        let topic = broker.uniqueName("events")
        try broker.cluster.createTopic(topic, partitions: 3)
        let producer = try KafkaProducer(properties: ["bootstrap.servers": broker.bootstrapServers])
        let records = (0..<20_000).map {
            ProducerRecord(
                ticket: UInt64($0),
                topic: topic,
                partition: Int32($0 % 3),
                key: nil,
                value: Array(repeating: 1, count: 100)
            )
        }
        #expect(producer.publish(records).isEmpty)
        var reported = 0
        for await reports in producer.reports {
            reported += reports.count
            if reported == records.count { break }
        }
        let consumer = try KafkaConsumer(
            properties: ["bootstrap.servers": broker.bootstrapServers, "statistics.interval.ms": "100"],
            topics: [topic],
            groupID: broker.uniqueName("group")
        )
        var latest: KafkaStatistics?
        let end = ContinuousClock.now + .seconds(60)
        // Records are taken one at a time, so that the others stay in the queue.
        while latest.map({ $0.group?.joinState != "steady" || $0.fetchedRecords == 0 }) ?? true, .now < end {
            for event in await consumer.turn(ConsumerTurn(timeout: .milliseconds(200), maximumEvents: 1)) {
                if case .statistics(let json) = event { latest = KafkaStatistics(json: json) }
            }
        }
        let statistics = try #require(latest)
        #expect(statistics.group?.state == "up")
        #expect(statistics.group?.rebalances == 1)
        #expect(statistics.brokers.contains { $0.id == nil && $0.isUp })
        #expect(statistics.brokers.contains { ($0.id ?? 0) > 0 && $0.isUp && $0.roundTrip != nil })
        // Not three times as many because there are three partitions.
        #expect(statistics.fetchedRecords > 0 && statistics.fetchedRecords <= records.count)
        print("fetched: \(statistics.fetchedRecords) records, \(statistics.fetchedBytes) bytes")
        _ = await consumer.close(within: .seconds(5))
    }
}
