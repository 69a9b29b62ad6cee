internal import Dispatch

extension Duration {
    /// Whole milliseconds for librdkafka, rounded up so that a short wait does not become a busy loop.
    var milliseconds: Int32 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let whole = min(seconds, 86_400) * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(whole)
    }

    var dispatchInterval: DispatchTimeInterval { .milliseconds(Int(milliseconds)) }
}
