import Kafka
import TestSupport
import Testing

@testable import Worker

@Suite struct TraceIDTests {
    static let id = "4bf92f3577b34da6a3ce929d0e0e4736"

    private func record(_ headers: [KafkaHeader]) -> KafkaRecord {
        KafkaRecord(
            topicPartition: PipelineWorld.partition(0),
            offset: 0,
            timestamp: nil,
            key: nil,
            value: nil,
            headers: headers
        )
    }

    @Test(arguments: [
        "00-\(id)-00f067aa0ba902b7-01", "00-\(id)-00f067aa0ba902b7-00", "01-\(id)-00f067aa0ba902b7-01",
        "cc-\(id)-00f067aa0ba902b7-01-what-the-future-brings",
    ])
    func `the header traceparent names the trace`(value: String) {
        #expect(record([KafkaHeader("a", "b"), KafkaHeader("traceparent", value)]).traceID == Self.id)
    }

    @Test(arguments: [
        "", "-", id, "00-\(id)", "00-\(id)-00f067aa0ba902b7", "00-\(id)-00f067aa0ba902b7-01-more",
        "ff-\(id)-00f067aa0ba902b7-01", "00-\(id.uppercased())-00f067aa0ba902b7-01",
        "00-\(id.dropLast())-00f067aa0ba902b7-01", "00-\(id.dropLast())g-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01", "00-\(id)-0000000000000000-01",
        "00-\(id)-00f067aa0ba902b7-1", " 00-\(id)-00f067aa0ba902b7-01", "00-\(id)\"-00f067aa0ba902b7-01",
    ])
    func `what W3C does not allow names none`(value: String) {
        #expect(record([KafkaHeader("traceparent", value)]).traceID == nil)
    }

    @Test func `without the header, or with null in it, there is none`() {
        #expect(record([]).traceID == nil)
        #expect(record([KafkaHeader(name: Array("traceparent".utf8), value: nil)]).traceID == nil)
    }
}
