import Testing

@testable import Configuration

@Suite struct SpellingTests {
    @Test(arguments: [
        ("", "", 0), ("a", "", 1), ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "ab", 1), ("abc", "xabc", 1),
        ("abc", "acb", 1), ("kitten", "sitting", 3),
    ])
    func `distance counts single changes`(one: String, other: String, expected: Int) {
        #expect(Spelling.distance(one, other) == expected)
        #expect(Spelling.distance(other, one) == expected)
    }

    @Test(arguments: [
        ("bundleID", "bundleId"), ("topics", "topic"), ("lnger", "linger"), ("hodl", "hold"), ("x", nil), ("", nil),
        ("password", nil),
    ])
    func `only what is near is suggested`(word: String, expected: String?) {
        #expect(Spelling.suggestion(for: word, among: ["bundleId", "topic", "linger", "hold"]) == expected)
    }
}
