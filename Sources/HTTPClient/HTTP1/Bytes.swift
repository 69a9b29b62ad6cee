/// A decimal digit.
func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

/// What the name of a header field may hold. [RFC 9110, 5.6.2](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2)
func isNameByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x7A).contains(lowercased(byte)) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
}

/// What the value of a header field may hold.
func isValueByte(_ byte: UInt8) -> Bool { byte == 0x09 || byte >= 0x20 && byte != 0x7F }

/// The value of a hexadecimal digit.
func hexadecimalValue(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte - 0x30)
    case 0x41...0x46: Int(byte - 0x41) + 10
    case 0x61...0x66: Int(byte - 0x61) + 10
    default: nil
    }
}

/// An ASCII letter in lower case; any other byte as it is.
func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

/// Whether bytes are this text, in lower case, whatever their own case.
func isSame(_ bytes: some Sequence<UInt8>, _ text: String) -> Bool {
    bytes.lazy.map(lowercased).elementsEqual(text.utf8)
}

/// Bytes without the white space around them.
func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return bytes
}
