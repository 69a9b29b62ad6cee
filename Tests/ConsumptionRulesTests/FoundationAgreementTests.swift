import ConsumptionRules
import TestSupport
import Testing

@Suite struct FoundationAgreementTests {
    /// The same every time, so that a failure can be repeated.
    static let seed: UInt64 = 20_250_101

    static let texts = [
        TestEvent.v2.text, TestEvent.v1.text,
        TestEvent.v2.with("x", #"{"a":[1,-2.5e3,"\u00e9\ud83d\ude00"],"b":null,"c":[[{}]]}"#).text,
    ]

    @Test(.timeLimit(.minutes(2)), arguments: texts)
    func `damaged events crash nothing and mean the same to Foundation`(_ text: String) {
        var mutator = TextMutator(seed: Self.seed, fragments: TextMutator.eventFragments)
        for round in 0..<3000 {
            let bytes = mutator.mutated(Array(text.utf8))
            let disagreement = FoundationAgreement.disagreement(on: bytes)
            #expect(
                disagreement == nil,
                "seed \(Self.seed), round \(round): \(String(decoding: bytes, as: UTF8.self))"
            )
        }
    }

    @Test(arguments: ["inAppOwnershipType", "advancedCommerce", "consumptionRequestReason", "schemaVersion"])
    func `null means what is left out means, to both`(name: String) {
        #expect(FoundationAgreement.disagreement(on: Array(TestEvent.v2.with(name, "null").text.utf8)) == nil)
    }

    @Test(arguments: texts)
    func `an event cut short anywhere is refused`(_ text: String) {
        let bytes = Array(text.utf8)
        for length in 0..<bytes.count {
            let judgement = Judgement(of: Array(bytes[..<length]), at: TestEvent.now) { _ in true }
            #expect(judgement.refusal?.stage == .decode, "\(length) bytes")
        }
    }
}
