extension JSONTree {
    /// The object's member of that name; nil where there is none, and for what is no object.
    package subscript(name: String) -> JSONTree? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.elementsEqual(name.utf8) }?.value
    }

    /// The text that a string stands for; nil for everything else.
    package var string: String? {
        // Only a tree made by hand holds a scalar that can't be read, and that is no string.
        guard case .scalar(let source) = self, var reader = try? JSONReader(source),
            case .string(let text) = try? reader.next()
        else { return nil }
        return reader.string(text)
    }

    /// The number that is written with digits alone; nil for everything else.
    package var integer: WireInteger? {
        // As above.
        guard case .scalar(let source) = self, var reader = try? JSONReader(source),
            case .integer(let integer) = try? reader.next()
        else { return nil }
        return integer
    }

    /// An object with these members, in their order.
    package static func object(of members: [(name: String, value: JSONTree)]) -> JSONTree {
        .object(members.map { Member(name: Array($0.name.utf8), value: $0.value) })
    }

    /// The scalar or container that `write` writes as one value.
    package static func writing(_ write: (inout JSONWriter) -> Void) -> JSONTree {
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes, write)
        return .scalar(bytes)
    }
}
