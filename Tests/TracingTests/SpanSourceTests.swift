import Testing
import Tracing

/// The JSON that a collector reads; its names and forms are OTLP's.
@Suite struct SpanSourceTests {
    private let source = SpanSource(service: "worker", version: "1.2.3", instance: "one")

    private func span(parentID: String?, failure: String?) -> Span {
        Span(
            traceID: "4bf92f3577b34da6a3ce929d0e0e4736",
            spanID: "00f067aa0ba902b7",
            parentID: parentID,
            name: "PUT",
            start: 1_800_000_000_000_000_001,
            end: 1_800_000_000_000_000_002,
            attributes: [.text("app", "a\"b"), .integer("status", 202)],
            failure: failure
        )
    }

    private func text(_ spans: [Span]) -> String { String(decoding: source.request(with: spans), as: UTF8.self) }

    private static let start = """
        {"resourceSpans":[{"resource":{"attributes":[\
        {"key":"service.name","value":{"stringValue":"worker"}},\
        {"key":"service.version","value":{"stringValue":"1.2.3"}},\
        {"key":"service.instance.id","value":{"stringValue":"one"}}]},\
        "scopeSpans":[{"scope":{"name":"worker","version":"1.2.3"},"spans":[
        """

    private static let facts = """
        "name":"PUT","kind":3,\
        "startTimeUnixNano":"1800000000000000001","endTimeUnixNano":"1800000000000000002",\
        "attributes":[{"key":"app","value":{"stringValue":"a\\"b"}},{"key":"status","value":{"intValue":"202"}}]
        """

    @Test func `a span with a parent and a failure says both`() {
        #expect(
            text([span(parentID: "b7ad6b7169203331", failure: "503")]) == Self.start + """
                {"traceId":"4bf92f3577b34da6a3ce929d0e0e4736","spanId":"00f067aa0ba902b7",\
                "parentSpanId":"b7ad6b7169203331",\(Self.facts),"status":{"code":2,"message":"503"}}]}]}]}
                """
        )
    }

    @Test func `a span without them leaves them out, and spans stand in their order`() {
        let one = """
            {"traceId":"4bf92f3577b34da6a3ce929d0e0e4736","spanId":"00f067aa0ba902b7",\(Self.facts)}
            """
        let spans = [span(parentID: nil, failure: nil), span(parentID: nil, failure: nil)]
        #expect(text(spans) == Self.start + "\(one),\(one)]}]}]}")
    }

    @Test(arguments: [
        ("http://localhost:4318", "http://localhost:4318/v1/traces"),
        ("https://collector.example.com/otlp", "https://collector.example.com/otlp/v1/traces"),
        ("http://localhost:4318/v1/traces", "http://localhost:4318/v1/traces"),
    ])
    func `the path for traces is added once`(endpoint: String, url: String) {
        #expect(Collector(endpoint: endpoint, userAgent: "test").url == url)
    }
}
