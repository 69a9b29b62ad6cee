import Kafka

/// An input in parts, as a fuzzer can write it: lines of `name: value`, an empty line, and the rest.
struct HeadedInput {
    /// The lines whose names begin with a colon, which say what is no header: a time, a status.
    private(set) var settings: [(name: String, value: String)] = []
    /// All other lines; a line without a colon is a name with null.
    private(set) var headers: [KafkaHeader] = []
    let body: [UInt8]

    init(_ bytes: [UInt8]) {
        let newline = UInt8(ascii: "\n")
        let end = zip(bytes.indices, zip(bytes, bytes.dropFirst())).first { $1 == (newline, newline) }?.0
        body = end.map { Array(bytes[($0 + 2)...]) } ?? []
        for line in bytes[..<(end ?? bytes.count)].split(separator: newline) { take(line) }
    }

    private mutating func take(_ line: ArraySlice<UInt8>) {
        let isSetting = line.first == UInt8(ascii: ":")
        let colon = line.dropFirst().firstIndex(of: UInt8(ascii: ":"))
        let name = Array(line[..<(colon ?? line.endIndex)])
        let value = colon.map { Array(line[($0 + 1)...].drop { $0 == UInt8(ascii: " ") }) }
        if isSetting {
            let text = String(decoding: value ?? [], as: UTF8.self)
            settings.append((String(decoding: name.dropFirst(), as: UTF8.self), text))
        } else {
            headers.append(KafkaHeader(name: name, value: value))
        }
    }

    subscript(setting: String) -> String? { settings.last { $0.name == setting }?.value }

    /// The header of that name, as HTTP has it.
    func field(_ name: String) -> String? {
        headers.last { $0.isNamed(name) }?.value.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The record that it stands for: the body is the value.
    func record(in topicPartition: TopicPartition, at offset: Int64) -> KafkaRecord {
        KafkaRecord(
            topicPartition: topicPartition,
            offset: offset,
            timestamp: self["time"].flatMap { Int64($0) }.map { KafkaTimestamp(milliseconds: $0, source: .producer) },
            key: self["key"].map { Array($0.utf8) },
            value: self["null"] == nil ? body : nil,
            headers: headers
        )
    }
}
