/// A fresh In-App Purchase key, as a developer would download it, so that no key has to lie around in files.
package struct StandInKey: Sendable {
    /// The content of the `.p8` file.
    package let privatePEM: String
    /// What the stand-in checks tokens with.
    package let publicPEM: String

    /// Makes a key pair on P-256.
    package init() throws(StandInError) {
        let pair = try KeyPair.generate()
        privatePEM = try pair.privatePEM()
        publicPEM = try pair.publicPEM()
    }

    /// What the stand-in has to know to believe tokens that are signed with this key.
    package func account(issuerID: String, keyID: String, bundleIDs: Set<String>) -> DeveloperAccount {
        DeveloperAccount(issuerID: issuerID, keyID: keyID, bundleIDs: bundleIDs, publicPEM: publicPEM)
    }
}

/// A developer as App Store Connect knows one: an issuer with a key, and the apps it may speak for.
package struct DeveloperAccount: Sendable {
    let issuerID: String
    let keyID: String
    let bundleIDs: Set<String>
    let publicPEM: String

    /// Names the key and the apps; the public key is PEM text.
    package init(issuerID: String, keyID: String, bundleIDs: Set<String>, publicPEM: String) {
        self.issuerID = issuerID
        self.keyID = keyID
        self.bundleIDs = bundleIDs
        self.publicPEM = publicPEM
    }
}
