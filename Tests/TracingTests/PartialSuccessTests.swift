import Testing

@testable import Tracing

/// What a collector answers to a request that it took.
@Suite struct PartialSuccessTests {
    @Test(arguments: [
        (#"{"partialSuccess":{"rejectedSpans":"3","errorMessage":"too old"}}"#, 3),
        (#"{"more":[{"rejectedSpans":"9"}],"partialSuccess":{"errorMessage":null,"rejectedSpans":4}}"#, 4),
        (#"{"partialSuccess":{}}"#, 0), ("{}", 0), ("", 0), ("OK", 0),
        (#"{"partialSuccess":[{"rejectedSpans":1}]}"#, 0),
        (#"{"partialSuccess":{"rejectedSpans":{"a":1}}}"#, 0), (#"{"partialSuccess":{"rejectedSpans":"many"}}"#, 0),
        (#"{"partialSuccess":{"rejectedSpans":"3""#, 0),
    ])
    func `refused spans are read as OTLP writes them`(answer: String, count: Int) {
        #expect(PartialSuccess(reading: Array(answer.utf8)).rejectedSpans == count)
    }
}
