extension Duration {
    /// The whole duration in nanoseconds, held at the ends of `Int64` (292 years).
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflows else { return seconds < 0 ? .min : .max }
        let (sum, carries) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return carries ? (seconds < 0 ? .min : .max) : sum
    }

    /// The duration in seconds, for metrics and log lines.
    package var seconds: Double {
        Double(nanoseconds) / 1e9
    }
}
