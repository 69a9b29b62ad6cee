/// One header field of a request or a response.
package struct HTTPField: Sendable, Equatable {
    /// The name as it was written; names are compared without regard to case.
    package let name: String
    /// The value without the white space around it.
    package let value: String

    /// Makes a field; neither part may hold a line break.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [HTTPField] {
    /// The value of the first field with this name, whatever the case of either.
    package func value(of name: String) -> String? {
        first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
