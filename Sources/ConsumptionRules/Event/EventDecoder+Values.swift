/// A value of each type. The plain ones are for required fields, where `null` is a value of the wrong type; the optional ones take
/// `null` as absent.
extension EventDecoder {
    mutating func text() throws(JSONFault) -> JSONText? {
        try text(from: try reader.next())
    }

    mutating func string() throws(JSONFault) -> String? {
        guard let text = try text() else { return nil }
        return reader.string(text)
    }

    mutating func optionalString() throws(JSONFault) -> String? {
        guard let text = try optionalText() else { return nil }
        return reader.string(text)
    }

    mutating func name<Known: Named>() throws(JSONFault) -> WireName<Known>? {
        guard let text = try text() else { return nil }
        return reader.name(text)
    }

    mutating func optionalName<Known: Named>() throws(JSONFault) -> WireName<Known>? {
        guard let text = try optionalText() else { return nil }
        return reader.name(text)
    }

    mutating func integer() throws(JSONFault) -> WireInteger? {
        try integer(from: try reader.next())
    }

    mutating func optionalInteger() throws(JSONFault) -> WireInteger? {
        guard let token = try nonNull() else { return nil }
        return try integer(from: token)
    }

    mutating func boolean() throws(JSONFault) -> Bool? {
        try boolean(from: try reader.next())
    }

    mutating func optionalBoolean() throws(JSONFault) -> Bool? {
        guard let token = try nonNull() else { return nil }
        return try boolean(from: token)
    }

    /// Steps into the object that comes next; false for `null`, and for a mismatch, which is read over.
    mutating func entersObject() throws(JSONFault) -> Bool {
        guard let token = try nonNull() else { return false }
        if case .object = token { return true }
        try refuse(token, expected: "an object")
        return false
    }
}

extension EventDecoder {
    private mutating func nonNull() throws(JSONFault) -> JSONToken? {
        let token = try reader.next()
        if case .null = token { return nil }
        return token
    }

    private mutating func optionalText() throws(JSONFault) -> JSONText? {
        guard let token = try nonNull() else { return nil }
        return try text(from: token)
    }

    private mutating func text(from token: JSONToken) throws(JSONFault) -> JSONText? {
        if case .string(let text) = token { return text }
        try refuse(token, expected: "a string")
        return nil
    }

    private mutating func integer(from token: JSONToken) throws(JSONFault) -> WireInteger? {
        if case .integer(let integer) = token { return integer }
        try refuse(token, expected: "an integer, written with digits alone")
        return nil
    }

    private mutating func boolean(from token: JSONToken) throws(JSONFault) -> Bool? {
        if case .boolean(let boolean) = token { return boolean }
        try refuse(token, expected: "true or false")
        return nil
    }
}
