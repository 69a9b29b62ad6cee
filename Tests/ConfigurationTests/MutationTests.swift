import Configuration
import Flow
import FoundationEssentials
import Testing

/// Files that a slip of the hand, or of the disk, has changed.
@Suite struct MutationTests {
    private let example: [UInt8]

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        example = try [UInt8](Data(contentsOf: root.appending(path: "config/worker.yaml")))
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `a changed file is a configuration or a list of faults in it`(seed: UInt64) {
        var random = SplitMix64(state: seed)
        for round in 0..<500 {
            var bytes = example
            for _ in 0..<Int.random(in: 1...6, using: &random) { mutate(&bytes, &random) }
            check(bytes, "seed \(seed), round \(round)")
        }
    }

    @Test func `a file cut off anywhere is a configuration or a list of faults in it`() {
        for length in stride(from: 0, to: example.count, by: 7) {
            check(Array(example[..<length]), "cut at \(length)")
        }
    }

    private func check(_ bytes: [UInt8], _ comment: String) {
        let lineCount = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        do {
            let loaded = try WorkerConfiguration.load(bytes: bytes, path: "w", environment: [:])
            #expect(!loaded.configuration.appStore.apps.isEmpty, "\(comment)")
        } catch {
            #expect(!error.faults.isEmpty, "\(comment)")
            for fault in error.faults {
                #expect((1...lineCount + 1).contains(fault.position?.line ?? 0), "\(comment): \(fault)")
            }
        }
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
        let from = Int.random(in: 0...bytes.count, using: &random)
        let to = min(bytes.count, from + Int.random(in: 1...40, using: &random))
        let signs = Array("{}[]:,-#&*!|>'\"%@`?~ \t\n\r\\$\u{0}0".utf8) + [0x80, 0xC3, 0xFF]
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes.removeSubrange(from..<to)
        case 1: bytes.insert(contentsOf: bytes[from..<to], at: Int.random(in: 0...bytes.count, using: &random))
        case 2: bytes.insert(signs.randomElement(using: &random) ?? 0, at: from)
        case 3 where from < to: bytes[from] = UInt8.random(in: 0...255, using: &random)
        default: bytes.insert(contentsOf: signs.shuffled(using: &random).prefix(4), at: from)
        }
    }
}

/// Random numbers that a seed repeats.
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
