import ConsumptionRules
import Testing

@Suite struct JSONMembersTests {
    private func members(_ text: String) -> JSONMembers? {
        JSONMembers(reading: Array(text.utf8))
    }

    @Test func `an answer of the App Store is read`() throws {
        let answer = try #require(members(#"{"errorCode": 4000006, "errorMessage": "Invalid transaction id."}"#))
        #expect(answer.integer("errorCode") == .exact(4_000_006))
        #expect(answer.string("errorMessage") == "Invalid transaction id.")
    }

    @Test func `other content is read over`() throws {
        let answer = try #require(members(#"{"x":{"errorCode":1},"y":[1,"z"],"errorCode":"7","n":1.5,"m":null}"#))
        #expect(answer.integer("errorCode") == nil)
        #expect(answer.string("errorCode") == "7")
        #expect(answer.integer("n") == nil)
        #expect(answer.integer("x") == nil)
    }

    @Test(arguments: ["", "<html>", "[]", "{", "7", "{} {}", "{\"a\":1,\"a\":2}", "\u{0}"])
    func `what is not one object is none`(_ text: String) {
        #expect(members(text) == nil)
    }

    @Test func `names are compared by bytes`() throws {
        let answer = try #require(members("{\"\u{212A}\":1}"))
        #expect(answer.integer("K") == nil)
    }

    @Test func `a number past 64 bits is a value`() {
        #expect(members("{\"errorCode\":99999999999999999999}")?.integer("errorCode") == .aboveRange)
    }
}
