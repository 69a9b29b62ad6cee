package import AppStoreServer
package import Configuration
import Kafka

/// A configuration that has been checked down to its keys and properties: what is left to go wrong is outside.
package struct WorkerSetup: Sendable {
    package let configuration: WorkerConfiguration
    package let document: ConfigurationDocument
    /// librdkafka's, for the consumer and the producer alike.
    package let properties: [String: String]
    /// How Apple is reached.
    package let appStore: AppStoreConfiguration
    /// Who signs, in the order of `appStore.apps`.
    package let credentials: [AppCredentials]
    /// Who may ask the endpoint, and over what.
    let access: EndpointAccess
    /// The files that are read once, as they were before that.
    let filesReadOnce: [String: FileVersion]
    let loaded: LoadedConfiguration

    /// Reads the keys and asks librdkafka about its properties; nothing is connected.
    ///
    /// - Throws: Every fault at once.
    package init(_ loaded: LoadedConfiguration) throws(ConfigurationFaults) {
        self.loaded = loaded
        configuration = loaded.configuration
        document = loaded.document
        let kafka = configuration.kafka
        properties = Dictionary(kafka.properties.map { ($0.name, $0.value) }) { $1 }
        appStore = AppStoreConfiguration(configuration)
        filesReadOnce = Self.filesReadOnce(of: configuration)
        let keys = Self.readKeys(loaded)
        credentials = keys.credentials
        let reading = EndpointAccess.read(configuration.http, document)
        access = reading.access
        let faults =
            keys.faults + Self.propertyFaults(properties, document) + Self.appStoreFaults(appStore, document)
            + reading.faults
        guard faults.isEmpty else { throw ConfigurationFaults(faults) }
    }

    private static func readKeys(
        _ loaded: LoadedConfiguration
    ) -> (credentials: [AppCredentials], faults: [ConfigurationFault]) {
        var (credentials, faults): ([AppCredentials], [ConfigurationFault]) = ([], [])
        for (index, app) in loaded.configuration.appStore.apps.enumerated() {
            let path = "appStore.apps[\(index)].privateKeyFile"
            do {
                let key = try SigningKey(file: app.privateKeyFile)
                credentials.append(
                    AppCredentials(bundleID: app.bundleID, issuerID: app.issuerID, keyID: app.keyID, key: key)
                )
            } catch {
                faults.append(
                    loaded.document.fault(at: path, "\(app.privateKeyFile): \(error.problem)", remedy: error.remedy)
                )
            }
        }
        return (credentials, faults)
    }

    private static func propertyFaults(
        _ properties: [String: String],
        _ document: ConfigurationDocument
    ) -> [ConfigurationFault] {
        checkProperties(properties).map { error in
            document.fault(
                at: ["kafka.properties", error.property].compactMap { $0 }.joined(separator: "."),
                error.reason
            )
        }
    }

    private static func appStoreFaults(
        _ appStore: AppStoreConfiguration,
        _ document: ConfigurationDocument
    ) -> [ConfigurationFault] {
        appStore.faults(apps: []).map { document.fault(at: $0.key, $0.reason) }
    }
}

extension AppStoreConfiguration {
    init(_ configuration: WorkerConfiguration) {
        let settings = configuration.appStore
        self.init(userAgent: "\(Product.name)/\(Product.version)")
        productionURL = settings.productionURL.description
        sandboxURL = settings.sandboxURL.description
        timeout = settings.timeout
        caFile = settings.caFile
        clientCertificateFile = settings.clientCertificateFile
        clientKeyFile = settings.clientKeyFile
        proxy = settings.proxy
        maximumInFlight = configuration.submission.maxInFlight
    }
}
