import AppStoreServer
package import Configuration
import Flow
import Kafka

extension WorkerSetup {
    /// What is no fault and still not as it should be.
    package var warnings: [ConfigurationFault] {
        openKeys + openToken + doubtfulProtocol + openEndpoint + endingCertificates(at: SystemClock().now().date)
    }

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

    /// Tokens of the endpoint that every user of the machine may read.
    private var openToken: [ConfigurationFault] {
        guard let file = configuration.http.tokenFile, FileStatus(of: file).isReadableByEveryone else { return [] }
        return [
            document.fault(
                at: "http.tokenFile",
                "\(file): every user of this machine may read the tokens",
                remedy: "Take the right from them: chmod o-r"
            )
        ]
    }

    /// An endpoint that answers whoever can connect.
    private var openEndpoint: [ConfigurationFault] {
        guard configuration.http.isOpenToOthers else { return [] }
        return [
            document.fault(
                at: "http.listen",
                "\(configuration.http.listen) answers everybody who can connect to it",
                remedy: "Let only Prometheus through, by a network policy or a firewall, or set http.tokenFile or "
                    + "http.clientCAFile"
            )
        ]
    }

    /// Certificates of the worker's own that have expired or soon will.
    private func endingCertificates(at now: UnixTime) -> [ConfigurationFault] {
        certificates.filter { $0.isEnding(at: now) }.map { certificate in
            document.fault(at: certificate.setting, certificate.warning(at: now), remedy: "Renew it")
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
