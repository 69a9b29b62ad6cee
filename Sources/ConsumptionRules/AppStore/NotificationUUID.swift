/// The identity of an event: the `notificationUUID` of the CONSUMPTION_REQUEST notification that it answers.
public struct NotificationUUID: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// Reads the form 8-4-4-4-12, in either case; nil for anything else.
    public init?(_ text: String) {
        self.init(utf8: text.utf8Span.span)
    }

    init?(utf8: Span<UInt8>) {
        guard let (high, low) = parseUUID(utf8) else { return nil }
        self.high = high
        self.low = low
    }
}

extension NotificationUUID {
    /// All of it as one number.
    package var number: UInt128 { UInt128(high) << 64 | UInt128(low) }
}

extension NotificationUUID: CustomStringConvertible {
    /// The form 8-4-4-4-12, in lower case.
    public var description: String {
        String(unsafeUninitializedCapacity: 36) { buffer in
            var digits = 0
            for position in 0..<36 {
                if isUUIDHyphen(at: position) {
                    buffer[position] = UInt8(ascii: "-")
                    continue
                }
                let nibble = (digits < 16 ? high : low) >> UInt64(60 - digits % 16 * 4) & 0xF
                buffer[position] = UInt8(nibble < 10 ? 48 + nibble : 87 + nibble)
                digits += 1
            }
            return 36
        }
    }
}

/// The two halves of a UUID written as 8-4-4-4-12 hexadecimal digits, or nil when it is not one.
func parseUUID(_ utf8: Span<UInt8>) -> (high: UInt64, low: UInt64)? {
    guard utf8.count == 36 else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    for position in 0..<36 {
        if isUUIDHyphen(at: position) {
            guard utf8[position] == UInt8(ascii: "-") else { return nil }
            continue
        }
        guard let digit = hexadecimalValue(of: utf8[position]) else { return nil }
        (high, low) = (high << 4 | low >> 60, low << 4 | UInt64(digit))
    }
    return (high, low)
}

private func isUUIDHyphen(at position: Int) -> Bool {
    position == 8 || position == 13 || position == 18 || position == 23
}
