extension Connection {
    /// What it is doing, for whoever waits for it.
    var progress: String {
        switch stage {
        case .lookingUp: "looking up \(route.target.host)"
        case .dialing: "connecting to \(route.target.address)"
        case .encryptingToProxy: "in the TLS handshake with the proxy \(route.target.address)"
        case .asking: "asking the proxy \(route.target.address) for a tunnel"
        case .encrypting: "in the TLS handshake with \(route.origin.address)"
        case .open(_, let session):
            session.isReady
                ? "waiting for room on a connection to \(route.origin.address)"
                : "waiting for the HTTP/2 settings of \(route.origin.address)"
        case .closed: "without a connection to \(route.origin.address)"
        }
    }
}
