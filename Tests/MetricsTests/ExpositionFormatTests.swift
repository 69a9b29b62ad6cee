import Metrics
import Testing

@Suite struct ExpositionFormatTests {
    @Test(arguments: [
        (nil, ExpositionFormat.text),
        ("", .text),
        ("*/*", .text),
        ("text/html", .text),
        // A browser's, and that of Prometheus 2.42 and 3.5.
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", .text),
        (
            "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
                + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1", .openMetrics
        ),
        (
            "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,"
                + "application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;q=0.4,"
                + "text/plain;version=0.0.4;q=0.3,*/*;q=0.2", .openMetrics
        ),
        ("Application/OpenMetrics-Text; Version=1.0.0", .openMetrics),
        ("application/openmetrics-text", .openMetrics),
        ("application/openmetrics-text;version=0.0.1", .text),
        ("application/openmetrics-text;version=2.0.0", .text),
        ("application/openmetrics-text;version=1.0.0;q=0", .text),
        ("application/openmetrics-text;version=1.0.0;q=nonsense", .text),
        ("application/openmetrics-text;version=1.0.0;q=0.2,text/plain;q=0.9", .text),
        (";;;,=,q=1", .text),
    ])
    func `OpenMetrics is for who asks for it and likes nothing better`(accept: String?, expected: ExpositionFormat) {
        #expect(ExpositionFormat(accept: accept) == expected)
    }

    @Test func `the formats say what they are`() {
        #expect(ExpositionFormat.text.contentType == "text/plain; version=0.0.4; charset=utf-8")
        #expect(
            ExpositionFormat.openMetrics.contentType == "application/openmetrics-text; version=1.0.0; charset=utf-8"
        )
    }
}
