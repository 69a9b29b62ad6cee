import Testing

@testable import Configuration

@Suite struct DurationTests {
    @Test(arguments: [
        ("0", Duration.zero),
        ("0s", .zero),
        ("500ms", .milliseconds(500)),
        ("10s", .seconds(10)),
        ("5m", .seconds(300)),
        ("12h", .seconds(43_200)),
        ("1.5s", .milliseconds(1_500)),
        ("0.25ms", .microseconds(250)),
        ("1h30m", .seconds(5_400)),
        ("1h0m0s1ms", .milliseconds(3_600_001)),
        ("999999999h", .seconds(3_599_999_996_400)),
    ])
    func `a number with its unit is a duration`(text: String, expected: Duration) throws {
        #expect(try Duration(written: text) == expected)
    }

    @Test(arguments: ["10", "1.5", "00", "1h30"])
    func `a bare number asks for its unit`(text: String) {
        let complaint = #expect(throws: Complaint.self) { try Duration(written: text) }
        #expect(complaint?.problem == "has no unit")
    }

    @Test(arguments: [
        "", "s", "-5s", "+5s", "5 s", " 5s", "5s ", "5S", "5sec", "5d", "5us", "1..5s", "1.s", ".5s", "30m1h", "1s1s",
        "1e3s",
        "1000000000s", "0.1234567890s", "٥s", "∞",
    ])
    func `anything else is refused`(text: String) {
        let complaint = #expect(throws: Complaint.self) { try Duration(written: text) }
        #expect(complaint?.problem == "is not a duration")
    }

    @Test(arguments: ["0", "1ms", "999ms", "1s", "1m", "1m30s", "12h", "1h1m1s1ms"])
    func `what is written reads as the same duration`(text: String) throws {
        #expect(try Duration(written: text).written == text)
    }
}
