internal import CRdkafka

/// The Kafka client library that this process runs on.
package enum KafkaClient {
    /// The version of the library loaded at run time, which need not be the one compiled against.
    package static var version: LibraryVersion {
        // MM.mm.rr.xx in hexadecimal; https://github.com/confluentinc/librdkafka: rd_kafka_version().
        let number = rd_kafka_version()
        return LibraryVersion(major: number >> 24 & 0xff, minor: number >> 16 & 0xff, patch: number >> 8 & 0xff)
    }

    /// What the library was built with, such as `ssl`, `sasl_scram` or `zstd`; empty when it does not say.
    package static var builtinFeatures: [String] {
        ClientConfiguration().value(of: "builtin.features")?.split(separator: ",").map(String.init) ?? []
    }
}

/// A library's version, in order of age.
package struct LibraryVersion: Hashable, Comparable, CustomStringConvertible, Sendable {
    package let major: Int32
    package let minor: Int32
    package let patch: Int32

    package init(major: Int32, minor: Int32, patch: Int32) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    package static func < (left: LibraryVersion, right: LibraryVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }

    package var description: String { "\(major).\(minor).\(patch)" }
}
