/// The body of an answer as far as anybody wants it: the beginning is kept, the rest counted up to a limit.
struct ReceivedBody {
    /// The beginning.
    private(set) var kept: [UInt8] = []
    private var count = 0

    private static let keptLimit = 64 * 1024
    private static let countLimit = 1024 * 1024

    /// More came than any error of Apple's could need.
    var isTooLong: Bool { count > Self.countLimit }

    /// Takes the next part; false when the answer should be broken off.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        count += bytes.count
        kept.append(contentsOf: bytes.prefix(Self.keptLimit - kept.count))
        return !isTooLong
    }

    /// Makes room for the next answer.
    mutating func clear() {
        kept.removeAll(keepingCapacity: true)
        count = 0
    }
}
