internal import ConsumptionRules

/// Which process the spans come from, as a collector tells one from another.
package struct SpanSource: Sendable {
    private let service: String
    private let version: String
    private let instance: String

    /// - Parameter instance: No other process of this service has it, nor had it.
    package init(service: String, version: String, instance: String) {
        (self.service, self.version, self.instance) = (service, version, instance)
    }

    /// The body of a request that hands these spans over: an
    /// [ExportTraceServiceRequest](https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding) in JSON.
    package func request(with spans: some Collection<Span>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1024 * (spans.count + 1))
        JSONWriter.append(to: &bytes) { $0.object { write(spans, to: &$0) } }
        return bytes
    }

    private func write(_ spans: some Collection<Span>, to json: inout JSONWriter) {
        json.objects("resourceSpans", CollectionOfOne(self)) { source, json in
            json.key("resource")
            json.object { $0.attributes(source.attributes) }
            json.objects("scopeSpans", CollectionOfOne(source)) { source, json in
                json.key("scope")
                json.object { json in
                    json.member("name", source.service)
                    json.member("version", source.version)
                }
                json.objects("spans", spans) { $0.write(to: &$1) }
            }
        }
    }

    private var attributes: [Span.Attribute] {
        [
            .text("service.name", service), .text("service.version", version), .text("service.instance.id", instance),
        ]
    }
}

extension Span {
    private static let client = 3
    private static let error = 2

    fileprivate func write(to json: inout JSONWriter) {
        json.member("traceId", traceID)
        json.member("spanId", spanID)
        if let parentID { json.member("parentSpanId", parentID) }
        json.member("name", name)
        json.member("kind", Self.client)
        // Protocol Buffers write integers of 64 bits as strings.
        json.member("startTimeUnixNano", String(start))
        json.member("endTimeUnixNano", String(end))
        json.attributes(attributes)
        guard let failure else { return }
        json.key("status")
        json.object { json in
            json.member("code", Self.error)
            json.member("message", failure)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func attributes(_ attributes: [Span.Attribute]) {
        objects("attributes", attributes) { attribute, json in
            json.member("key", attribute.key)
            json.key("value")
            json.object { json in
                switch attribute.value {
                case .text(let text): json.member("stringValue", text)
                case .integer(let integer): json.member("intValue", String(integer))
                }
            }
        }
    }

    fileprivate mutating func objects<Element>(
        _ name: StaticString,
        _ elements: some Collection<Element>,
        _ write: (Element, inout JSONWriter) -> Void
    ) {
        list(name, elements) { element, json in json.object { write(element, &$0) } }
    }
}
