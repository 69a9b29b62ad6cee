/// One line of the log: what happened, from a fixed list of messages, with the facts beside it.
package struct LogLine: Hashable, Sendable {
    package enum Level: Int, Comparable, Sendable, CaseIterable {
        case debug, info, warning, error

        package var name: String { "\(self)" }

        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    package enum Value: Hashable, Sendable {
        case text(String)
        case integer(Int64)
    }

    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: Value

        package static func text(_ name: String, _ text: String) -> Field { Field(name: name, value: .text(text)) }

        package static func integer(_ name: String, _ integer: some BinaryInteger) -> Field {
            Field(name: name, value: .integer(Int64(clamping: integer)))
        }
    }

    package var level: Level
    /// What happened, in the words of a fixed list, so that lines can be searched and counted by it.
    package var message: String
    package var fields: [Field]

    /// - Parameter message: A literal, so that nothing that varies gets into it.
    package init(_ level: Level, _ message: StaticString, _ fields: [Field] = []) {
        self.level = level
        self.message = "\(message)"
        self.fields = fields
    }
}
