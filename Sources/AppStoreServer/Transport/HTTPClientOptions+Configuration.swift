internal import HTTPClient

extension HTTPClientOptions {
    init(_ configuration: AppStoreConfiguration) {
        self.init()
        timeout = configuration.timeout
        caFile = configuration.caFile
        clientCertificateFile = configuration.clientCertificateFile
        clientKeyFile = configuration.clientKeyFile
        proxy = configuration.proxy
        maximumConnections = configuration.maximumInFlight
        connectionLifetime = configuration.connectionLifetime
    }
}

extension HTTPClientFault {
    /// The fault as one of the configuration's.
    var fault: AppStoreConfigurationError.Fault {
        switch self {
        case .proxy: .init(key: "appStore.proxy", reason: description)
        case .descriptors: .init(key: "appStore", reason: description)
        }
    }
}
