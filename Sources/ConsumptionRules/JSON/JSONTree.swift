/// A JSON value that is written as it was read: numbers keep all their digits and members their order.
package enum JSONTree: Equatable, Sendable {
    case object([Member])
    case array([JSONTree])
    /// A string, number, Boolean or null, as its text has it.
    case scalar([UInt8])

    /// A member of an object; names are compared byte by byte, not as Unicode would.
    package struct Member: Equatable, Sendable {
        package let name: [UInt8]
        package var value: JSONTree

        /// A member with a name in UTF-8.
        package init(name: [UInt8], value: JSONTree) {
            (self.name, self.value) = (name, value)
        }
    }

    /// How it is written.
    package enum Layout { case compact, indented }

    /// `null`.
    package static let null = JSONTree.scalar(Array("null".utf8))

    /// Reads as strictly as events are read.
    package init(reading bytes: [UInt8]) throws(JSONFault) {
        var reader = try JSONReader(bytes)
        self = try Self.read(&reader)
        try reader.finish()
    }

    // As deep as the reader lets it be.
    private static func read(_ reader: inout JSONReader) throws(JSONFault) -> JSONTree {
        switch try reader.next() {
        case .object:
            var members: [Member] = []
            while let key = try reader.nextKey() {
                members.append(Member(name: Array(reader.string(key).utf8), value: try read(&reader)))
            }
            return .object(members)
        case .array:
            var elements: [JSONTree] = []
            while try reader.nextElement() { elements.append(try read(&reader)) }
            return .array(elements)
        default: return .scalar(Array(reader.scalarSource))
        }
    }
}

extension JSONTree {
    /// The value's JSON text in UTF-8.
    package func bytes(_ layout: Layout) -> [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes, layout, depth: 0)
        return bytes
    }

    private func write(to bytes: inout [UInt8], _ layout: Layout, depth: Int) {
        switch self {
        case .scalar(let source): bytes += source
        case .array(let elements):
            Self.list("[", "]", elements, &bytes, layout, depth) { $1.write(to: &$0, layout, depth: depth + 1) }
        case .object(let members):
            Self.list("{", "}", members, &bytes, layout, depth) { bytes, member in
                JSONWriter.append(to: &bytes) { $0.value(String(decoding: member.name, as: UTF8.self)) }
                bytes += layout == .compact ? ":".utf8 : ": ".utf8
                member.value.write(to: &bytes, layout, depth: depth + 1)
            }
        }
    }

    private static func list<Element>(
        _ open: String,
        _ close: String,
        _ elements: [Element],
        _ bytes: inout [UInt8],
        _ layout: Layout,
        _ depth: Int,
        _ write: (inout [UInt8], Element) -> Void
    ) {
        func breakLine(_ depth: Int) {
            guard layout == .indented, !elements.isEmpty else { return }
            bytes += ("\n" + String(repeating: "  ", count: depth)).utf8
        }
        bytes += open.utf8
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes += ",".utf8 }
            breakLine(depth + 1)
            write(&bytes, element)
        }
        breakLine(depth)
        bytes += close.utf8
    }
}
