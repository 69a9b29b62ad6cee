import ConsumptionRules
import Testing

@Suite struct JSONWriterTests {
    private func written(_ write: (inout JSONWriter) -> Void) -> String {
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes, write)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `commas stand between values and nowhere else`() {
        let text = written { writer in
            writer.object { writer in
                writer.member("a", 1)
                writer.key("b")
                writer.array { writer in
                    writer.value("x")
                    writer.object { _ in }
                    writer.array { _ in }
                    writer.value(false)
                }
                writer.key("c")
                writer.null()
                writer.member("d", true)
                writer.member("e", "f")
            }
        }
        #expect(text == #"{"a":1,"b":["x",{},[],false],"c":null,"d":true,"e":"f"}"#)
    }

    @Test func `integers of every width are written out`() {
        let text = written { writer in
            writer.array { writer in
                writer.value(Int64.min)
                writer.value(UInt64.max)
                writer.value(Int8(-1))
            }
        }
        #expect(text == "[-9223372036854775808,18446744073709551615,-1]")
    }

    @Test func `only what must be escaped is escaped`() {
        #expect(
            written { $0.value("\"\\/\n\r\t\u{0}\u{1F}\u{7F}é😀\u{2028}") }
                == "\"\\\"\\\\/\\n\\r\\t\\u0000\\u001f\u{7F}é😀\u{2028}\""
        )
    }

    @Test func `every character comes back from the reader`() throws {
        let text = (0..<0x2100).compactMap(Unicode.Scalar.init).map(String.init).joined() + "😀\u{10FFFF}"
        let object = written { $0.object { $0.member("text", text) } }
        let members = try #require(JSONMembers(reading: Array(object.utf8)))
        #expect(members.string("text").map { Array($0.utf8) } == Array(text.utf8))
    }
}
