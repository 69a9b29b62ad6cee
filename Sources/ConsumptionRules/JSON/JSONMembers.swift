/// The top-level strings and integers of a small JSON object from outside.
///
/// Made for the App Store's `{"errorCode": …, "errorMessage": …}`; everything else in the object is read over. Names are compared byte
/// by byte, not as Unicode would.
package struct JSONMembers: Sendable {
    private var strings: [(name: String, value: String)] = []
    private var integers: [(name: String, value: WireInteger)] = []

    /// Fails when the bytes are not one JSON object by the reader's rules; never crashes, whatever they are.
    package init?(reading bytes: [UInt8]) {
        do {
            var reader = try JSONReader(bytes)
            guard case .object = try reader.next() else { return nil }
            while let key = try reader.nextKey() { try take(key, from: &reader) }
            try reader.finish()
        } catch {
            return nil
        }
    }

    private mutating func take(_ key: JSONText, from reader: inout JSONReader) throws(JSONFault) {
        switch try reader.next() {
        case .string(let text): strings.append((reader.string(key), reader.string(text)))
        case .integer(let integer): integers.append((reader.string(key), integer))
        case let token: try reader.skip(token)
        }
    }

    /// The string of that name, if the object has one.
    package func string(_ name: String) -> String? {
        strings.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The integer of that name, if the object has one.
    package func integer(_ name: String) -> WireInteger? {
        integers.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }
}
