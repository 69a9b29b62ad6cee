/// Writes JSON text: the body for the App Store, log lines, probe answers, outcome records.
///
/// Commas and brackets come by themselves, so the text is always balanced. What the caller must do: give every `key` one value,
/// and repeat no key. Text is UTF-8 with only the escapes that JSON asks for, and never holds a raw line break.
package struct JSONWriter {
    private var bytes: [UInt8] = []
    private var needsComma = false

    /// Appends what `write` writes to the end of `bytes`, without copying what is there.
    package static func append(to bytes: inout [UInt8], _ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        swap(&writer.bytes, &bytes)
        write(&writer)
        swap(&writer.bytes, &bytes)
    }

    /// An object whose members `write` writes.
    package mutating func object(_ write: (inout JSONWriter) -> Void) {
        container(UInt8(ascii: "{"), UInt8(ascii: "}"), write)
    }

    /// An array whose elements `write` writes.
    package mutating func array(_ write: (inout JSONWriter) -> Void) {
        container(UInt8(ascii: "["), UInt8(ascii: "]"), write)
    }

    /// The name of the member whose value is written next: plain text of the program's own, which needs no escapes.
    package mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// The same with a name that is only known at run time, whatever is in it.
    package mutating func key(spelling name: String) {
        separate()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// A string.
    package mutating func value(_ string: String) {
        separate()
        quote(string)
    }

    /// An integer.
    package mutating func value(_ integer: some FixedWidthInteger) {
        separate()
        bytes.append(contentsOf: String(integer).utf8)
    }

    /// A number; `null` where it is not finite, for which JSON has no word.
    package mutating func value(_ number: Double) {
        guard number.isFinite else { return null() }
        separate()
        bytes.append(contentsOf: "\(number)".utf8)
    }

    /// `true` or `false`.
    package mutating func value(_ boolean: Bool) {
        separate()
        bytes.append(contentsOf: boolean ? "true".utf8 : "false".utf8)
    }

    /// `null`.
    package mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    private mutating func container(_ open: UInt8, _ close: UInt8, _ write: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(open)
        needsComma = false
        write(&self)
        bytes.append(close)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func quote(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        let text = string.utf8Span.span
        if endOfPlainText(in: text.bytes, from: 0) == text.count {
            // Much faster than to append a string's view.
            text.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        } else {
            for byte in string.utf8 { escape(byte) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        case 0..<0x20:
            bytes.append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
            bytes.append(contentsOf: String(byte, radix: 16).utf8)
        default: bytes.append(byte)
        }
    }
}

extension JSONWriter {
    /// A member with a string.
    package mutating func member(_ name: StaticString, _ string: String) {
        key(name)
        value(string)
    }

    /// A member with an integer.
    package mutating func member(_ name: StaticString, _ integer: some FixedWidthInteger) {
        key(name)
        value(integer)
    }

    /// A member with a Boolean.
    package mutating func member(_ name: StaticString, _ boolean: Bool) {
        key(name)
        value(boolean)
    }

    /// A member with an array, of which `write` writes each element.
    package mutating func list<Element>(
        _ name: StaticString,
        _ elements: some Collection<Element>,
        _ write: (Element, inout JSONWriter) -> Void
    ) {
        key(name)
        array { json in
            for element in elements { write(element, &json) }
        }
    }
}
