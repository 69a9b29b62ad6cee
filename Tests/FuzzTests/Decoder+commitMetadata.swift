import Flow

extension Decoder {
    /// Commit metadata, as it is and with the checksum that its runs would have; then the partition that goes by it.
    static let commitMetadata = Decoder(name: "commit-metadata") { bytes in
        complaint(aboutMetadata: bytes) ?? complaint(aboutMetadata: checked(Array("1.".utf8) + bytes))
    }

    private static let position: Int64 = 1000

    private static func complaint(aboutMetadata bytes: [UInt8]) -> String? {
        // A refusal has no values.
        guard let done = try? CommitMetadata.done(from: bytes, above: position) else { return nil }
        let runs = done.runs
        let isOrdered = zip(runs, runs.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
        if !isOrdered || runs.first.map({ $0.lowerBound <= position }) ?? false { return "runs out of order" }
        if let text = CommitMetadata.text(of: done, above: position) {
            let again = try? CommitMetadata.done(from: Array(text.utf8), above: position)  // nil is a complaint
            if again != done { return "runs that are not read as they were written" }
        }
        return complaint(about: OffsetTracker(committed: position, doneBefore: done))
    }

    private static func complaint(about tracker: OffsetTracker) -> String? {
        var tracker = tracker
        for offset in position..<(position + 50) {
            let beginning = tracker.begin(offset)
            if beginning == .taken, offset.isMultiple(of: 3) { _ = tracker.finish(offset) }
            guard let now = tracker.position, now >= position else { return "a position that goes back" }
            if let open = tracker.oldestOpen, open < now { return "a position past an open record" }
            if tracker.doneAbovePosition.runs.contains(where: { $0.lowerBound < now }) { return "runs below it" }
        }
        return nil
    }

    /// The text with its FNV-1a at the end.
    private static func checked(_ text: [UInt8]) -> [UInt8] {
        let hash = text.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let digits = String(hash, radix: 16)
        return text + Array(("." + String(repeating: "0", count: 8 - digits.count) + digits).utf8)
    }
}
