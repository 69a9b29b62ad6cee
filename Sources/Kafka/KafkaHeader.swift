/// A header of a record, byte for byte as it came: names may repeat and need not be UTF-8.
package struct KafkaHeader: Hashable, Sendable {
    package let name: [UInt8]
    /// `nil` is Kafka's null, which is not the same as empty.
    package let value: [UInt8]?

    package init(name: [UInt8], value: [UInt8]?) {
        self.name = name
        self.value = value
    }

    /// A header of text.
    package init(_ name: String, _ value: String) {
        self.init(name: Array(name.utf8), value: Array(value.utf8))
    }

    /// Whether this header carries that name.
    package func isNamed(_ name: String) -> Bool {
        self.name.elementsEqual(name.utf8)
    }
}
