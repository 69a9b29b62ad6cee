internal import HTTPClient

extension AppStoreClient {
    /// The version of nghttp2 that is loaded, such as `1.52.0`.
    package static var nghttp2Version: String { HTTPLibrary.version }
}
