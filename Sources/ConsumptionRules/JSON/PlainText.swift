/// Where the first byte from `start` on is that does not stand for itself within the quotes of a JSON string: a quote, a
/// backslash or a control character; the end of the bytes when there is none.
///
/// It looks at eight bytes at a time, since most of a text is passed over here.
func endOfPlainText(in bytes: RawSpan, from start: Int) -> Int {
    var next = start
    while next + 8 <= bytes.byteCount {
        let word = UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: next, as: UInt64.self))
        let special = zeroBytes(word ^ eachByte(0x22)) | zeroBytes(word ^ eachByte(0x5C)) | bytesBelowSpace(word)
        guard special == 0 else { return next + special.trailingZeroBitCount / 8 }
        next += 8
    }
    while next < bytes.byteCount, isPlain(bytes.unsafeLoad(fromByteOffset: next, as: UInt8.self)) { next += 1 }
    return next
}

private func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
}

// Each marks the highest bit of the bytes that it finds. Above the first one it may mark others too: a borrow runs upwards.

private func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- eachByte(0x01)) & ~word & eachByte(0x80)
}

private func bytesBelowSpace(_ word: UInt64) -> UInt64 {
    (word &- eachByte(0x20)) & ~word & eachByte(0x80)
}

@inline(__always)
private func eachByte(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
