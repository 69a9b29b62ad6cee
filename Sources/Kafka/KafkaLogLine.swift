/// A line that librdkafka would have written to standard error.
package struct KafkaLogLine: Hashable, Sendable {
    /// Severity as in syslog: 3 is an error, 4 a warning, 6 information, 7 debugging.
    package let level: Int32
    /// librdkafka's short name for the kind of line, such as `FAIL`.
    package let facility: String
    package let text: String

    package init(level: Int32, facility: String, text: String) {
        self.level = level
        self.facility = facility
        self.text = text
    }
}
