/// Which program it is, and what it works on.
package struct ProductStatus: Sendable, Equatable {
    package var version: String
    package var librdkafka: String
    package var nghttp2: String
    package var topic: String
    package var group: String

    package init(version: String, librdkafka: String, nghttp2: String, topic: String, group: String) {
        (self.version, self.librdkafka, self.nghttp2) = (version, librdkafka, nghttp2)
        (self.topic, self.group) = (topic, group)
    }
}
