import TestSupport
import Testing

/// A short form of what `ops/fuzz` does for hours.
@Suite(.timeLimit(.minutes(5))) struct DecoderTests {
    private static let folder = "Tests/FuzzTests"
    /// The same every time, so that a failure can be repeated.
    private static let seed: UInt64 = 20_261_130
    private static let rounds = 150

    @Test(arguments: Decoder.all.map(\.name))
    func `damaged input crashes nothing and breaks no promise`(name: String) throws {
        let decoder = try #require(Decoder.all.first { $0.name == name })
        let words = try FuzzerWords.read("\(Self.folder)/words/\(name).dict")
        let seeds = try ShippedFile.names(in: "\(Self.folder)/seeds/\(name)")
        #expect(!seeds.isEmpty)
        for file in seeds {
            let whole = try ShippedFile.bytes("\(Self.folder)/seeds/\(name)/\(file)")
            #expect(decoder.complaint(whole) == nil, "\(file)")
            var mutator = TextMutator(seed: Self.seed, fragments: words)
            for round in 0..<Self.rounds {
                let bytes = mutator.mutated(whole)
                let complaint = decoder.complaint(bytes)
                #expect(
                    complaint == nil,
                    "\(file), seed \(Self.seed), round \(round): \(String(decoding: bytes, as: UTF8.self))"
                )
            }
        }
    }
}
