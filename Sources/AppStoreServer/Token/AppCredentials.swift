/// Who signs for one app.
///
/// [Creating API keys](https://developer.apple.com/documentation/appstoreserverapi/creating-api-keys-to-authorize-api-requests)
package struct AppCredentials: Sendable {
    /// The app's bundle id, in the very case that App Store Connect shows.
    package let bundleID: String
    /// The issuer id of App Store Connect.
    package let issuerID: String
    /// The id of the In-App Purchase key.
    package let keyID: String
    /// The In-App Purchase key.
    package internal(set) var key: SigningKey

    /// Puts credentials together; one key may serve several apps.
    package init(bundleID: String, issuerID: String, keyID: String, key: SigningKey) {
        self.bundleID = bundleID
        self.issuerID = issuerID
        self.keyID = keyID
        self.key = key
    }
}
