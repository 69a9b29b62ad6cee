extension JSONReader {
    /// Reads a number; one without fraction and exponent keeps its exact value.
    mutating func scanNumber() throws(JSONFault) -> JSONToken {
        let isNegative = bytes[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }
        let integer = try scanInteger(isNegative: isNegative)
        var isFraction = false
        if follows(UInt8(ascii: ".")) {
            isFraction = true
            position += 1
            try scanDigits()
        }
        if follows(UInt8(ascii: "e")) || follows(UInt8(ascii: "E")) {
            isFraction = true
            position += 1
            if follows(UInt8(ascii: "+")) || follows(UInt8(ascii: "-")) { position += 1 }
            try scanDigits()
        }
        return isFraction ? .fraction : .integer(integer)
    }

    /// Adds up towards the sign, so that the smallest 64-bit integer is reached too.
    private mutating func scanInteger(isNegative: Bool) throws(JSONFault) -> WireInteger {
        let start = position
        var value: Int64 = 0
        var overflows = false
        while let digit = digit {
            let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
            let sum =
                isNegative
                ? shifted.subtractingReportingOverflow(Int64(digit)) : shifted.addingReportingOverflow(Int64(digit))
            value = sum.partialValue
            overflows = overflows || overflow || sum.overflow
            position += 1
        }
        guard position > start else { throw fault(.incompleteNumber) }
        guard bytes[start] != UInt8(ascii: "0") || position == start + 1 else { throw fault(.leadingZero) }
        guard overflows else { return .exact(value) }
        return isNegative ? .belowRange : .aboveRange
    }

    private mutating func scanDigits() throws(JSONFault) {
        let start = position
        while digit != nil { position += 1 }
        guard position > start else { throw fault(.incompleteNumber) }
    }

    private var digit: UInt8? {
        guard position < bytes.count, isDigit(bytes[position]) else { return nil }
        return bytes[position] - UInt8(ascii: "0")
    }

    private func follows(_ byte: UInt8) -> Bool {
        position < bytes.count && bytes[position] == byte
    }
}
