internal import CBuild

/// The name and version under which this program shows itself: to people, in dead letters, in metrics.
package enum Product {
    /// The name of the program.
    package static let name = "consumption-worker"
    /// The version, counted by semver.org's rules.
    package static let version = String(cString: build_version())
    /// The commit that it was built from; `development` unless ops/build-release built it.
    package static let commit = String(cString: build_commit())
}
