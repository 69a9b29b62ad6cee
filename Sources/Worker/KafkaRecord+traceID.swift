import Kafka

extension KafkaRecord {
    /// The trace that its producer was in: of the header `traceparent`, https://www.w3.org/TR/trace-context/#traceparent-header.
    ///
    /// `nil` when there is no such header, or it is not written as it ought to be.
    var traceID: String? {
        guard let text = headers.last(where: { $0.isNamed("traceparent") })?.value else { return nil }
        let parts = text.split(separator: UInt8(ascii: "-"), maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count >= 4, parts.map(\.count).starts(with: [2, 32, 16, 2]),
            parts[..<4].allSatisfy(\.isLowercaseHexadecimal),
            // Version 00 has these four parts; later ones may have more, and ff is none.
            !parts[0].elementsEqual("ff".utf8), parts.count == 4 || !parts[0].elementsEqual("00".utf8),
            !parts[1].isAllZero, !parts[2].isAllZero
        else { return nil }
        return String(decoding: parts[1], as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    fileprivate var isLowercaseHexadecimal: Bool {
        allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 }
    }

    fileprivate var isAllZero: Bool { allSatisfy { $0 == UInt8(ascii: "0") } }
}
