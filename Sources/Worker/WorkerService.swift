import AppStoreServer
package import Configuration
import Flow
import HTTPServer
import Kafka
import Metrics

/// A worker with its adapters, listening but not yet working.
package struct WorkerService: Sendable {
    /// Where its status can be asked for.
    package let desk: StatusDesk
    /// Where metrics and probes are served: the port, also when any free one was asked for.
    package var port: UInt16 { server.port }

    private let setup: WorkerSetup
    private let log: LogWriter
    private let clock: SystemClock
    private let consumer: KafkaConsumer
    private let producer: KafkaProducer
    private let client: AppStoreClient
    private let outcomes: OutcomeReader?
    private let server: HTTPServer

    /// Makes the clients and opens the endpoint.
    ///
    /// - Throws: What can only be seen now, such as an address that is in use.
    package init(_ setup: WorkerSetup, log: LogWriter, clock: SystemClock) throws(ConfigurationFaults) {
        self.setup = setup
        self.log = log
        self.clock = clock
        let desk = StatusDesk(clock: clock)
        self.desk = desk
        let kafka = setup.configuration.kafka
        do {
            let topics = [kafka.topic] + [kafka.deferredTopic].compactMap(\.self)
            consumer = try KafkaConsumer(properties: setup.properties, topics: topics, groupID: kafka.groupID)
            producer = try KafkaProducer(properties: setup.properties)
        } catch {
            let path = ["kafka.properties", error.property].compactMap { $0 }.joined(separator: ".")
            throw ConfigurationFaults([setup.document.fault(at: path, error.reason)])
        }
        do {
            client = try AppStoreClient(setup.appStore, apps: setup.credentials)
        } catch {
            throw ConfigurationFaults(error.faults.map { setup.document.fault(at: $0.key, $0.reason) })
        }
        outcomes = OutcomeReader(kafka, properties: setup.properties)
        let liveness = Liveness(desk: desk, log: log)
        let endpoint = Endpoint(desk: desk, liveness: liveness, admission: setup.access.admission)
        do {
            server = try HTTPServer(HTTPServer.Options(setup)) { endpoint.answer($0) }
        } catch {
            throw ConfigurationFaults([setup.document.fault(at: "http.listen", "\(error)")])
        }
    }

    /// Works until it is told to stop, or cannot go on; then leaves the group.
    ///
    /// - Parameter stops: One element for each request to end in good order.
    /// - Parameter guardian: Is told of each step of the end.
    package func run(stops: AsyncStream<Void>, _ guardian: EndGuard? = nil) async -> ExitReason {
        logStart()
        for warning in setup.warnings { log.write(LogLine(.warning, "configuration", [.text("reason", "\(warning)")])) }
        let apps = setup.configuration.appStore.apps.map(\.bundleID)
        let spans = setup.configuration.tracing.endpoint.map { SpanExporter(to: $0, log: log, clock: clock) }
        let worker = Worker(
            source: consumer,
            sink: producer,
            submitter: client,
            outcomes: outcomes,
            keys: KeyFiles(setup.keyFiles),
            renewals: RenewalWatch(setup),
            desk: desk,
            clock: clock,
            log: log,
            spans: spans,
            stops: stops
        )
        let product = product
        let build = BuildLabels(version: product.version, librdkafka: product.librdkafka)
        let pipeline = Pipeline(
            policy: PipelinePolicy(setup.configuration),
            apps: apps,
            seed: UInt64.random(in: .min ... .max)
        )
        let ending = await worker.run(
            pipeline,
            Telemetry(
                build: build,
                apps: apps,
                deferredTopic: setup.configuration.kafka.deferredTopic,
                certificates: setup.certificates
            ),
            product
        )
        guardian?.enter(.leavingGroup)
        async let lastSpans: Void? = spans?.end(within: min(ending.leavingLimit, .seconds(1)))
        let hasLeft = await consumer.close(within: ending.leavingLimit)
        guardian?.enter(.exportingSpans)
        await lastSpans
        guardian?.enter(.closingConnections)
        client.close()
        guardian?.enter(.closingEndpoint)
        server.stop()
        guardian?.enter(.releasingKafka)
        let reason = hasLeft || ending.reason.isKafkaFailure ? ending.reason : .groupNotLeft
        log.write(reason.logLine)
        return reason
    }

    private var product: ProductStatus {
        ProductStatus(
            version: Product.version,
            librdkafka: KafkaClient.version.description,
            nghttp2: AppStoreClient.nghttp2Version,
            topic: setup.configuration.kafka.topic,
            group: setup.configuration.kafka.groupID
        )
    }

    private func logStart() {
        let configuration = setup.configuration
        let scheme = setup.access.tls == nil ? "http" : "https"
        log.write(
            LogLine(
                .info,
                "started",
                [
                    .text("version", Product.version), .text("librdkafka", KafkaClient.version.description),
                    .text("topic", configuration.kafka.topic), .text("group", configuration.kafka.groupID),
                    .integer("apps", configuration.appStore.apps.count),
                    .text("endpoint", "\(scheme)://\(ListenAddress(host: configuration.http.listen.host, port: port))"),
                ]
            )
        )
    }
}

extension HTTPServer.Options {
    /// Where the endpoint listens; its clients are few, and what they send is short.
    fileprivate init(_ setup: WorkerSetup) {
        let listen = setup.configuration.http.listen
        self.init(host: listen.host, port: listen.port, tls: setup.access.tls)
        connections = 128
        bodyLimit = 4096
    }
}
