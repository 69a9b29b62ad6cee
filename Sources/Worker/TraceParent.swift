import Kafka

/// The trace and the span that a record's producer was in: its header `traceparent`.
///
/// [W3C's definition](https://www.w3.org/TR/trace-context/#traceparent-header)
struct TraceParent: Hashable, Sendable {
    /// 32 hexadecimal digits.
    let traceID: String
    /// The producer's span: 16 hexadecimal digits.
    let spanID: String
    /// Whether the producer's own spans are kept.
    let isSampled: Bool

    /// `nil` when it is not written as it ought to be.
    init?(_ text: [UInt8]) {
        let parts = text.split(separator: UInt8(ascii: "-"), maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count >= 4, parts.map(\.count).starts(with: [2, 32, 16, 2]),
            parts[..<4].allSatisfy(\.isLowercaseHexadecimal),
            // Version 00 has these four parts; later ones may have more, and ff is none.
            !parts[0].elementsEqual("ff".utf8), parts.count == 4 || !parts[0].elementsEqual("00".utf8),
            !parts[1].isAllZero, !parts[2].isAllZero,
            let flags = UInt8(String(decoding: parts[3], as: UTF8.self), radix: 16)
        else { return nil }
        traceID = String(decoding: parts[1], as: UTF8.self)
        spanID = String(decoding: parts[2], as: UTF8.self)
        isSampled = flags & 1 == 1
    }
}

extension KafkaRecord {
    /// `nil` when there is no such header, or it is not written as it ought to be.
    var traceParent: TraceParent? {
        headers.last { $0.isNamed("traceparent") }?.value.flatMap { TraceParent($0) }
    }

    /// The trace that its producer was in, if it named one.
    var traceID: String? { traceParent?.traceID }
}

extension ArraySlice<UInt8> {
    fileprivate var isLowercaseHexadecimal: Bool {
        allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 }
    }

    fileprivate var isAllZero: Bool { allSatisfy { $0 == UInt8(ascii: "0") } }
}
