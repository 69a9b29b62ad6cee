import AppStoreServer
import ConsumptionRules
import Flow
import Kafka
import Tracing

extension Span {
    /// The span of one attempt, named and described by
    /// [OpenTelemetry's conventions for HTTP](https://opentelemetry.io/docs/specs/semconv/http/http-spans/) where they have a
    /// name.
    ///
    /// It belongs to the trace of its record. All attempts for a record that names none are one trace, whichever worker makes
    /// them. `nil` when the producer keeps no spans of this trace.
    ///
    /// - Parameters:
    ///   - app: The bundle id.
    ///   - id: Random, and not 0.
    ///   - now: When the answer was seen; the clock's milliseconds are all there is.
    init?(_ attempt: Attempt, app: String, id: UInt64, at now: UnixTime) {
        let parent = attempt.record.traceParent
        guard parent?.isSampled != false else { return nil }
        guard let traceID = parent?.traceID ?? attempt.record.ownTraceID else { return nil }
        let template = "/inApps/\(attempt.lane.endpoint.rawValue)/transactions/consumption/{transactionId}"
        let (end, overflows) = now.milliseconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflows else { return nil }
        self.init(
            traceID: traceID,
            spanID: hexadecimal(id),
            parentID: parent?.spanID,
            name: "PUT \(template)",
            start: end - max(0, attempt.duration.nanoseconds),
            end: end,
            attributes: attempt.httpAttributes(template) + attempt.ownAttributes(app) + attempt.record.attributes,
            failure: attempt.result.error
        )
    }
}

extension Attempt {
    fileprivate func httpAttributes(_ template: String) -> [Span.Attribute] {
        var attributes: [Span.Attribute] = [.text("http.request.method", "PUT"), .text("url.template", template)]
        if let status = result.status { attributes.append(.integer("http.response.status_code", status)) }
        if number > 1 { attributes.append(.integer("http.request.resend_count", number - 1)) }
        if let error = result.error { attributes.append(.text("error.type", error)) }
        return attributes
    }

    fileprivate func ownAttributes(_ app: String) -> [Span.Attribute] {
        [
            .text("consumption.app", app), .text("consumption.environment", lane.environment.rawValue),
            .text("consumption.transaction_id", transactionID.withShortenedIdentities),
            .integer("consumption.attempt", number),
        ]
    }
}

extension KafkaRecord {
    /// A trace id that follows from where the record is.
    fileprivate var ownTraceID: String? {
        let time = timestamp?.milliseconds ?? 0
        let place = "\(topicPartition.topic) \(topicPartition.partition) \(offset) \(time)"
        return sha256(Array(place.utf8)).map { String($0.prefix(32)) }
    }

    fileprivate var attributes: [Span.Attribute] {
        [
            .text("messaging.system", "kafka"), .text("messaging.destination.name", topicPartition.topic),
            .text("messaging.destination.partition.id", String(topicPartition.partition)),
            .integer("messaging.kafka.offset", offset),
        ]
    }
}

extension SubmissionResult {
    /// What kind of failure it is: Apple's name for it, the status, or where the request failed; `nil` for an acceptance.
    fileprivate var error: String? {
        refusal?.pauseCause ?? retryCause
    }
}

/// 16 hexadecimal digits.
private func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}
