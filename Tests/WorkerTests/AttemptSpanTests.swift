import AppStoreServer
import Flow
import Kafka
import TestSupport
import Testing
import Tracing

@testable import Worker

/// What a span says of an attempt.
@Suite struct AttemptSpanTests {
    var world = PipelineWorld()
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

    /// The spans of one event's attempts that end like this.
    private mutating func spans(_ results: [SubmissionResult], header: String? = nil) -> [Span?] {
        world.assign(committed: 0)
        world.poll([
            .record(
                KafkaRecord(
                    topicPartition: PipelineWorld.partition(0),
                    offset: 42,
                    timestamp: nil,
                    key: nil,
                    value: world.event(123_456_789).bytes,
                    headers: header.map { [KafkaHeader("traceparent", $0)] } ?? []
                )
            )
        ])
        for result in results {
            world.pass(.seconds(120))
            world.answer(result)
        }
        let attempts = world.notes.compactMap { note in
            if case .answered(let attempt) = note { attempt } else { nil }
        }
        #expect(attempts.count == results.count)
        return attempts.map { Span($0, app: "com.example.game", id: 0xAB, at: world.now.date) }
    }

    @Test mutating func `it belongs to the record's trace, under the producer's span`() throws {
        let spans = spans([.accepted], header: "00-\(Self.trace)-00f067aa0ba902b7-01")
        let span = try #require(spans.first ?? nil)
        #expect(span.traceID == Self.trace)
        #expect(span.parentID == "00f067aa0ba902b7")
        #expect(span.spanID == "00000000000000ab")
        #expect(span.name == "PUT /inApps/v2/transactions/consumption/{transactionId}")
        #expect(span.failure == nil)
        #expect(span.end == world.now.date.milliseconds * 1_000_000)
        #expect(span.start <= span.end)
        #expect(
            span.attributes == [
                .text("http.request.method", "PUT"),
                .text("url.template", "/inApps/v2/transactions/consumption/{transactionId}"),
                .integer("http.response.status_code", 202), .text("consumption.app", "com.example.game"),
                .text("consumption.environment", "Production"), .text("consumption.transaction_id", "…6789"),
                .integer("consumption.attempt", 1), .text("messaging.system", "kafka"),
                .text("messaging.destination.name", PipelineWorld.topic),
                .text("messaging.destination.partition.id", "0"), .integer("messaging.kafka.offset", 42),
            ]
        )
    }

    @Test mutating func `failures say what failed, and repeats which attempt they are`() {
        let spans = spans([.timeout, .serverError, .accepted])
        #expect(spans.map { $0?.failure } == ["timeout", "GeneralInternalRetryableError", nil])
        #expect(spans.map { $0?.fact("http.request.resend_count") } == [nil, .integer(1), .integer(2)])
        #expect(spans.map { $0?.fact("http.response.status_code") } == [nil, .integer(500), .integer(202)])
        #expect(spans.map { $0?.fact("error.type") == nil } == [false, false, true])
    }

    @Test mutating func `without a valid header all attempts for a record are one trace of its own`() {
        let spans = spans([.serverError, .accepted], header: "00-no-trace-01")
        let traces = Set(spans.map { $0?.traceID ?? "" })
        #expect(traces.count == 1)
        #expect(traces.allSatisfy { $0.count == 32 && $0.allSatisfy { $0.isHexDigit && !$0.isUppercase } })
        #expect(spans.allSatisfy { $0?.parentID == nil })
    }

    @Test(arguments: [("00", false), ("01", true), ("02", false), ("03", true), ("ff", true)])
    mutating func `a trace that its producer does not keep gets no span`(flags: String, isKept: Bool) {
        #expect((spans([.accepted], header: "00-\(Self.trace)-00f067aa0ba902b7-\(flags)")[0] != nil) == isKept)
    }
}

extension Span {
    fileprivate func fact(_ key: String) -> Attribute.Value? { attributes.first { $0.key == key }?.value }
}
