import CCurl

extension AppStoreClient {
    /// The version of the HTTP library that is loaded, such as `7.88.1`.
    package static var curlVersion: String {
        // The name is in the struct since its first form.
        guard let version = curl_version_info(CURLVERSION_FIRST)?.pointee.version else { return "unknown" }
        return String(cString: version)
    }
}
