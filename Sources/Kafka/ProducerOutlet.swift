internal import CRdkafka

/// What a producer says beside its delivery reports.
package enum ProducerDiagnostic: Sendable {
    case failure(KafkaError)
    case log(KafkaLogLine)
}

/// Where librdkafka's background thread leaves a producer's events for Swift to pick up.
final class ProducerOutlet: Sendable {
    let reports = AsyncStream.makeStream(of: [DeliveryReport].self)
    let diagnostics = AsyncStream.makeStream(of: ProducerDiagnostic.self, bufferingPolicy: .bufferingNewest(256))

    deinit {
        reports.continuation.finish()
        diagnostics.continuation.finish()
    }

    /// The function that librdkafka calls, with an outlet as the context.
    static let receive: @convention(c) (OpaquePointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void = {
        guard let event = ClientEvent(taking: $1), let client = $0, let context = $2 else { return }
        Unmanaged<ProducerOutlet>.fromOpaque(context).takeUnretainedValue().receive(event, from: client)
    }

    private func receive(_ event: borrowing ClientEvent, from client: OpaquePointer) {
        switch event.type {
        case RD_KAFKA_EVENT_DR: reports.continuation.yield(event.deliveryReports)
        case RD_KAFKA_EVENT_ERROR: diagnostics.continuation.yield(.failure(event.error(from: client)))
        case RD_KAFKA_EVENT_LOG: if let line = event.logLine { diagnostics.continuation.yield(.log(line)) }
        default: break  // Nothing else was asked for.
        }
    }
}

extension ClientEvent {
    fileprivate var deliveryReports: [DeliveryReport] {
        var reports: [DeliveryReport] = []
        reports.reserveCapacity(rd_kafka_event_message_count(pointer))
        while let message = rd_kafka_event_message_next(pointer)?.pointee {
            let ticket = UInt64(UInt(bitPattern: message._private))
            reports.append(DeliveryReport(ticket: ticket, error: KafkaError(failed: message.err)))
        }
        return reports
    }
}
