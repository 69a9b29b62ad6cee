/// Why a file is no key that the App Store takes.
package enum SigningKeyError: Error, Equatable, CustomStringConvertible {
    /// Nothing in it looks like PEM.
    case notPEM
    /// It holds something else, such as a certificate; the PEM label says what.
    case notPrivateKey(label: String)
    /// It needs a passphrase.
    case encrypted
    /// It says that it is a private key, but cannot be read.
    case damaged
    /// A private key of another algorithm.
    case notEC(algorithm: String)
    /// An elliptic-curve key on another curve.
    case wrongCurve(String)

    /// What is wrong and what to do, as one line.
    package var description: String { reason + "; " + Self.remedy }

    private var reason: String {
        switch self {
        case .notPEM: "not a PEM file: there is no line -----BEGIN PRIVATE KEY-----"
        case .notPrivateKey(let label): "holds no private key but a \(label)"
        case .encrypted: "the private key is encrypted"
        case .damaged: "the private key is damaged or cut short"
        case .notEC(let algorithm): "the private key is an \(algorithm) key, not an elliptic-curve key"
        case .wrongCurve(let curve): "the private key is on the curve \(curve), not on P-256"
        }
    }

    private static let remedy =
        "use the In-App Purchase key from App Store Connect as it was downloaded (SubscriptionKey_<key id>.p8)"
}
