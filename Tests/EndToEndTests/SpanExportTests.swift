import AppStoreStandIn
import Foundation
import Kafka
import TestSupport
import Testing

/// Spans of the real program, with a collector in a process of its own.
@Suite(.serialized, .timeLimit(.minutes(10))) struct SpanExportTests {
    private static let traces = (0..<3).map { String(repeating: "\($0 + 1)", count: 32) }
    private static let parent = "00f067aa0ba902b7"

    private static func settings(_ receiver: SpanReceiver) -> String {
        WholePathTests.fast + "\ntracing: { endpoint: \"\(receiver.endpoint)\" }\nshutdown: { grace: 5s }"
    }

    private static func work(
        _ numbers: Range<Int>,
        in world: AppStoreWorld,
        headers: (Int) -> [KafkaHeader] = { _ in [] }
    ) -> Workload {
        Workload(
            numbers,
            of: AppStoreWorld.apps[0],
            topic: world.topic,
            partitions: 6,
            signedDate: WholePathTests.now,
            headers: headers
        )
    }

    @Test func `each request to the App Store is a span of its record's trace`() async throws {
        let (world, receiver) = (try await AppStoreWorld(), try await SpanReceiver())
        world.production.changeFaults { $0.failureShare = 1 }
        // The first event's trace is kept, the second's is not, and the third names none.
        let work = Self.work(0..<3, in: world) { number in
            number == 2
                ? [] : [KafkaHeader("traceparent", "00-\(Self.traces[number])-\(Self.parent)-0\(1 - number)")]
        }
        try await work.produce(to: world.broker)
        let worker = try await world.startWorker(Self.settings(receiver))
        #expect(try await worker.wait(for: "consumption_retries_total", toBeAtLeast: 3))
        world.production.changeFaults { $0.failureShare = 0 }
        #expect(try await worker.wait(for: "consumption_events_total", toBeAtLeast: 3))
        #expect(try await worker.wait { try await receiver.spans().count { !$0.isFailed } == 2 })
        #expect(await worker.stop().status == 0)
        let spans = try await receiver.spans()
        #expect(!spans.contains { $0.traceID == Self.traces[1] })
        let (named, unnamed) = (spans.filter { $0.parentID != nil }, spans.filter { $0.parentID == nil })
        #expect(named.allSatisfy { $0.traceID == Self.traces[0] && $0.parentID == Self.parent })
        #expect(Set(unnamed.map(\.traceID)).count == 1)
        for attempts in [named, unnamed] { expectAttempts(attempts, topic: world.topic) }
        #expect(try await !receiver.text().contains("200000000000000"), "a whole transaction id")
    }

    /// All attempts for one record: the last was accepted, the others were not.
    private func expectAttempts(_ spans: [SpanReceiver.Span], topic: String) {
        #expect(spans.count >= 2)
        #expect(spans.map { $0.attributes["consumption.attempt"] } == (1...spans.count).map { "\($0)" })
        #expect(spans.map(\.isFailed) == (1...spans.count).map { $0 < spans.count })
        #expect(spans.last?.attributes["http.response.status_code"] == "202")
        #expect(spans.first?.attributes["http.response.status_code"] == "500")
        for span in spans {
            #expect(span.kind == 3)
            #expect((0...60).contains(span.seconds))
            #expect(span.attributes["http.request.method"] == "PUT")
            #expect(span.attributes["consumption.app"] == AppStoreWorld.apps[0])
            #expect(span.attributes["consumption.environment"] == "Production")
            #expect(span.attributes["messaging.destination.name"] == topic)
            #expect(span.attributes["messaging.kafka.offset"] == "0")
        }
    }

    @Test(arguments: [SpanReceiver.Conduct.hang, .refuse])
    func `a collector in trouble holds up no event, and gets spans again when it is well`(
        conduct: SpanReceiver.Conduct
    ) async throws {
        let (world, receiver) = (try await AppStoreWorld(), try await SpanReceiver())
        try await receiver.change(to: conduct)
        // More than one batch and all that may wait.
        try await Self.work(0..<3000, in: world).produce(to: world.broker)
        let worker = try await world.startWorker(Self.settings(receiver))
        #expect(try await worker.wait(for: "consumption_events_total", toBeAtLeast: 3000))
        #expect(try await worker.wait { try await worker.hasNothingLeft(partitions: 6) })
        #expect(world.accepted().count == 3000)
        #expect(world.accepted().values.allSatisfy { $0 == 1 })
        #expect(try await worker.wait(for: "consumption_spans_total", "failed", toBeAtLeast: 512))
        if conduct == .hang { #expect(try await worker.metric("consumption_spans_total", "dropped") > 0) }
        try await receiver.change(to: .take)
        try await Self.work(3000..<3001, in: world).produce(to: world.broker)
        #expect(try await worker.wait(for: "consumption_spans_total", "exported", toBeAtLeast: 1))
        try await receiver.change(to: conduct)
        try await Self.work(3001..<3002, in: world).produce(to: world.broker)
        #expect(try await worker.wait(for: "consumption_events_total", toBeAtLeast: 3002))
        let (status, log) = await worker.stop()
        #expect(status == 0)
        #expect(log.count { $0.contains("spans are exported again") } == 1)
        let warnings = log.filter { $0.contains("spans are not exported") }
        #expect((1...2).contains(warnings.count))
        #expect(warnings.first?.contains(conduct == .refuse ? "HTTP 503" : "no answer within") == true)
    }
}
