/// Damages a text a little, by the same random choices for the same seed.
package struct TextMutator {
    private var random: SplitMix64
    private let fragments: [[UInt8]]

    /// - Parameter fragments: What is put in here and there.
    package init(seed: UInt64, fragments: [[UInt8]]) {
        random = SplitMix64(state: seed)
        self.fragments = fragments
    }

    /// What hurts in the text of an event.
    package static let eventFragments = [
        "\"", "\\", "{", "}", "[", "]", ",", ":", "null", "true", "false", "0", "-", "1e5", ".5", "\\u0061", "\\ud800",
        "\\udc00",
        "99999999999999999999", "-0", "\u{0}", "é", "😀", " ", "\n", "\"type\":", "\"consumptionRequest\":", "{\"a\":[",
    ].map { Array($0.utf8) }

    /// The bytes with one to three places changed.
    package mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) { mutate(&bytes) }
        return bytes
    }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...8, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: fragments.randomElement(using: &random) ?? [], at: start)
        case 2: bytes.replaceSubrange(start..<end, with: fragments.randomElement(using: &random) ?? [])
        case 3: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &random))
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: start)
        }
    }
}

/// A small generator whose whole state is its seed.
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
