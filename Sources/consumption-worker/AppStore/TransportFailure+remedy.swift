import AppStoreServer

extension TransportFailure {
    /// Which part of the way failed, and what a person has to look at.
    var explanation: String {
        switch category {
        case .dns: "name resolution: the host has no address here; look at the URL, /etc/resolv.conf, and the proxy"
        case .connect:
            "TCP: nobody takes the connection; look at the URL's port, firewalls, and whether a proxy is needed"
        case .proxy:
            "the proxy does not take us there; look at appStore.proxy or https_proxy, and the proxy's own rules"
        case .tls:
            """
            TLS: the certificate is not trusted, or names another host; look at appStore.caFile (empty for Apple's \
            own servers, unless a proxy opens the connections) and at this machine's ca-certificates
            """
        case .timeout: "no answer within appStore.timeout; look at firewalls that drop packets, and at the proxy"
        case .reset: "the connection broke before an answer; look at proxies and load balancers on the way"
        case .http: "the answer is no HTTP; look whether the URL and its port are the App Store's"
        case .cancelled: "the client was closed before the answer"
        case .local: "this machine: the request never left"
        }
    }
}
