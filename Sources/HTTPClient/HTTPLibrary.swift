import CNghttp2

/// The library that does the work.
package enum HTTPLibrary {
    /// The version of nghttp2 that is loaded, such as `1.52.0`.
    package static var version: String {
        nghttp2_version(0).map { String(cString: $0.pointee.version_str) } ?? "unknown"
    }
}
