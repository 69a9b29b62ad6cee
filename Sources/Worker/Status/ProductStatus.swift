/// Which program it is, and what it works on.
package struct ProductStatus: Sendable, Equatable {
    package var version: String
    package var librdkafka: String
    package var libcurl: String
    package var topic: String
    package var group: String

    package init(version: String, librdkafka: String, libcurl: String, topic: String, group: String) {
        (self.version, self.librdkafka, self.libcurl) = (version, librdkafka, libcurl)
        (self.topic, self.group) = (topic, group)
    }
}
