import ConsumptionRules
import Testing

@testable import consumption_worker

@Suite struct MergePatchTests {
    /// The examples of RFC 7396, appendix A.
    @Test(
        arguments: [
            (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
            (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
            (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
            (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
            (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
            (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
            (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
            (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
            (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
            (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
            (#"{"a":"foo"}"#, #"null"#, #"null"#),
            (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
            (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
            (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
            (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
        ]
    )
    func `a merge patch does what the RFC says`(target: String, patch: String, result: String) throws {
        let merged = try JSONTree(reading: Array(target.utf8)).merging(JSONTree(reading: Array(patch.utf8)))
        #expect(String(decoding: merged.bytes(.compact), as: UTF8.self) == result)
    }

    @Test(arguments: [
        #"{"n":1.50,"e":1e400,"big":123456789012345678901234567890,"s":"\u00e9\/","é":[true,false,null,{}]}"#,
        "[]", "{}", #""""#,
    ])
    func `what is not patched is written as it was`(text: String) throws {
        let tree = try JSONTree(reading: Array(text.utf8))
        #expect(String(decoding: tree.bytes(.compact), as: UTF8.self) == text)
    }

    @Test func `names that look alike are different members`() throws {
        let merged = try JSONTree(reading: Array("{\"e\u{301}\":1}".utf8))
            .merging(JSONTree(reading: Array("{\"\u{e9}\":2}".utf8)))
        #expect(String(decoding: merged.bytes(.compact), as: UTF8.self).utf8.count == 16)
    }
}
