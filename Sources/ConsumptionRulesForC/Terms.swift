internal import CConsumptionRules
internal import ConsumptionRules
internal import Glibc

/// What an event of a C program is judged by.
struct Terms {
    private let now: UNIXMilliseconds
    /// The bundle ids that pass; nil lets all pass.
    private let bundleIDs: Set<String>?

    /// Copies what the options point to.
    init(_ options: UnsafePointer<consumption_options>?) {
        let now = options?.pointee.now ?? 0
        self.now = UNIXMilliseconds(now == 0 ? Self.clock() : now)
        guard let options = options?.pointee, let first = options.bundle_ids else {
            bundleIDs = nil
            return
        }
        // A size_t that Swift shows as negative would trap below.
        let list = UnsafeBufferPointer(start: first, count: max(0, options.bundle_id_count))
        bundleIDs = Set(list.compactMap { $0.map { String(cString: $0) } })
    }

    /// Why the event is refused; nil for a valid one.
    ///
    /// - Parameter length: A `size_t`, of which Swift shows the upper half as negative.
    func refusal(of bytes: UnsafePointer<UInt8>?, _ length: Int) -> Refusal? {
        // Not read at all, since nothing in it would count.
        guard (0...ConsumptionEvent.maximumSize).contains(length) || bytes == nil else {
            return Refusal(tooLarge: UInt(bitPattern: length))
        }
        let value = bytes.map { Array(UnsafeBufferPointer(start: $0, count: length)) }
        switch Judgement(of: value, at: now, isConfigured: { bundleIDs?.contains($0) ?? true }) {
        case .report: return nil
        case .refused(let refusal): return refusal
        }
    }

    /// The time by this machine's clock, in UNIX milliseconds.
    private static func clock() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
