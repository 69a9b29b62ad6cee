import AppStoreServer
package import Configuration
import Kafka

extension WorkerSetup {
    /// What is no fault and still not as it should be.
    package var warnings: [ConfigurationFault] { openKeys + doubtfulProtocol }

    /// Keys for Apple's production that every user of the machine may read.
    private var openKeys: [ConfigurationFault] {
        guard !configuration.appStore.productionURL.isLoopback else { return [] }
        return configuration.appStore.apps.enumerated().compactMap { index, app in
            guard FileStatus(of: app.privateKeyFile).isReadableByEveryone else { return nil }
            return document.fault(
                at: "appStore.apps[\(index)].privateKeyFile",
                "\(app.privateKeyFile): every user of this machine may read the key",
                remedy: "Take the right from them: chmod o-r"
            )
        }
    }

    /// The cooperative protocol on a librdkafka that does not do it well.
    private var doubtfulProtocol: [ConfigurationFault] {
        guard let strategy = properties[CooperativeSupport.property], CooperativeSupport.isAsked(by: strategy),
            CooperativeSupport(in: KafkaClient.version) == .doubtful
        else { return [] }
        return [
            document.fault(
                at: "kafka.properties.\(CooperativeSupport.property)",
                "cooperative-sticky loses assignments in librdkafka \(KafkaClient.version)",
                remedy: "Use librdkafka 2.10.0 or later, or range or roundrobin"
            )
        ]
    }
}
