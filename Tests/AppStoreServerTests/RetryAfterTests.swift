import Testing

@testable import AppStoreServer

@Suite struct RetryAfterTests {
    // Tue, 01 Jan 2030 00:00:00 GMT
    let now: Duration = .seconds(1_893_456_000)

    static let readable: [(String, Duration)] = [
        ("1893456120000", .seconds(120)),
        ("1893456000001", .milliseconds(1)),
        ("1893456120", .seconds(120)),
        ("120", .seconds(120)),
        ("1", .seconds(1)),
        ("999999999", .seconds(999_999_999)),
        ("Tue, 01 Jan 2030 00:02:00 GMT", .seconds(120)),
        ("Wed, 29 Feb 2040 12:00:00 GMT", .seconds(2_214_129_600 - 1_893_456_000)),
        ("999999999999999", .milliseconds(999_999_999_999_999) - .seconds(1_893_456_000)),
    ]

    @Test(arguments: readable)
    func `R53 every form that is seen becomes a wait`(header: String, wait: Duration) {
        #expect(RetryAfter.wait(header, date: nil, now: now) == wait)
    }

    static let unreadable = [
        "", " ", "soon", "-5", "+5", "1.5", "0", "1e3", "0x10", "１２０", "1893456120000000000000", "99999999999999999999",
        "1893455999999", "1893455999", "1893456000", "Mon, 31 Dec 2029 23:59:59 GMT", "Tue, 01 Jan 2030 00:02:00",
        "Tue, 01 Jan 2030 00:02:00 CET", "Tue, 32 Jan 2030 00:02:00 GMT", "Tue, 01 Foo 2030 00:02:00 GMT",
        "Tue, 01 Jan 2030 24:02:00 GMT", "Tuesday, 01-Jan-30 00:02:00 GMT", "Tue Jan  1 00:02:00 2030",
    ]

    @Test(arguments: unreadable)
    func `R53 nonsense and moments that are past are nil`(header: String) {
        #expect(RetryAfter.wait(header, date: nil, now: now) == nil)
    }

    @Test(arguments: [-3600, -5, 5, 3600])
    func `the server's Date corrects a clock that differs`(skew: Int) {
        let date = "Tue, 01 Jan 2030 00:00:00 GMT"
        let ours = now + .seconds(skew)
        #expect(RetryAfter.wait("1893456120000", date: date, now: ours) == .seconds(120))
        #expect(RetryAfter.wait("1893456120", date: date, now: ours) == .seconds(120))
        #expect(RetryAfter.wait("Tue, 01 Jan 2030 00:02:00 GMT", date: date, now: ours) == .seconds(120))
        #expect(RetryAfter.wait("120", date: date, now: ours) == .seconds(120))
    }

    @Test func `a Date that agrees but for its fraction leaves our milliseconds alone`() {
        let ours = now + .milliseconds(1_700)
        let wait = RetryAfter.wait("1893456120000", date: "Tue, 01 Jan 2030 00:00:00 GMT", now: ours)
        #expect(wait == .milliseconds(118_300))
    }

    @Test func `an unreadable Date is no Date`() {
        #expect(RetryAfter.wait("1893456120000", date: "yesterday", now: now) == .seconds(120))
    }
}
