/// From which version of librdkafka on the cooperative rebalance protocol may be used, and from which on it is sound.
///
/// Before 2.3.0 a member that is closed before its first assignment crashes (#4381); before 2.6.1 some groups never settle
/// (#4783), and before 2.10.0 a commit during a rebalance loses the assignment (#4059). The numbers are issues of
/// <https://github.com/confluentinc/librdkafka/blob/master/CHANGELOG.md>.
package enum CooperativeSupport: Hashable, Sendable {
    case refused, doubtful, sound

    /// What a version of the library offers.
    package init(in version: LibraryVersion) {
        if version < LibraryVersion(major: 2, minor: 3, patch: 0) {
            self = .refused
        } else if version < LibraryVersion(major: 2, minor: 10, patch: 0) {
            self = .doubtful
        } else {
            self = .sound
        }
    }

    /// The property that asks for it.
    package static let property = "partition.assignment.strategy"

    /// Whether a value of `partition.assignment.strategy` asks for it.
    package static func isAsked(by value: String) -> Bool {
        value.split(separator: ",").contains { name in
            name.drop { $0 == " " }.prefix { $0 != " " } == "cooperative-sticky"
        }
    }
}
