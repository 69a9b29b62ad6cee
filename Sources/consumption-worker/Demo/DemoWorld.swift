import Configuration
import ConsumptionRules
import Dispatch
import Kafka
import Metrics
import Worker

/// What the demo runs in: a Kafka cluster, an App Store, and a worker between them, all in this process and on loopback.
struct DemoWorld: Sendable {
    static let productionLimit = 40
    static let sandboxLimit = 15
    static let partitionCount = 6

    let store: DemoStore
    let log: HeldLog
    let service: WorkerService
    private let configuration: WorkerConfiguration
    private let cluster: MockCluster
    private let asking = DispatchQueue(label: "demo.status")

    /// Starts the cluster and the App Store; the worker listens, but does not work yet.
    init(_ events: [DemoEvent]) throws {
        cluster = try MockCluster()
        let apps = try zip(EventGenerator.bundleIDs, 1...).map { try DemoApp($0, number: $1) }
        store = try DemoStore(apps, events)
        (log, configuration, service) = try PrivateFolder.lend { [store, cluster] folder in
            let log = try HeldLog(in: folder)
            let entries = try apps.map { try $0.configuration(keyIn: folder) }
            let text = Self.configuration(entries, store, bootstrapServers: cluster.bootstrapServers)
            let loaded = try WorkerConfiguration.load(bytes: Array(text.utf8), path: "demo.yaml", environment: [:])
            // First of all: the cluster would make a topic by itself, with other partitions, for whoever asks for it.
            for topic in [loaded.configuration.kafka.topic, loaded.configuration.kafka.deadLetterTopic] {
                try cluster.createTopic(topic, partitions: Self.partitionCount)
            }
            let service = try WorkerService(WorkerSetup(loaded), log: log.writer, clock: SystemClock())
            return (log, loaded.configuration, service)
        }
    }

    var bootstrapServers: String { cluster.bootstrapServers }

    /// Where the events go in.
    var topic: String { configuration.kafka.topic }

    var deadLetterTopic: String { configuration.kafka.deadLetterTopic }

    /// Where the worker can be looked at.
    var pageURL: String {
        "http://\(ListenAddress(host: configuration.http.listen.host, port: service.port))/"
    }

    /// What the worker says of itself; nil when it does not answer.
    func status() async -> WorkerStatus? {
        await withCheckedContinuation { continuation in
            // To ask is to wait, which only a thread of our own may do.
            asking.async { [desk = service.desk] in continuation.resume(returning: desk.ask(within: .seconds(1))) }
        }
    }

    private static func configuration(_ apps: [String], _ store: DemoStore, bootstrapServers: String) -> String {
        """
        kafka:
          properties:
            bootstrap.servers: \(bootstrapServers)
        appStore:
          productionURL: \(store.url(.production))
          sandboxURL: \(store.url(.sandbox))
          apps:
        \(apps.map { "    - \($0)" }.joined(separator: "\n"))
        submission:
          linger: 100ms
          maxInFlight: 32
          rateLimit: { production: \(productionLimit), sandbox: \(sandboxLimit) }
          retry: { initial: 200ms, maximum: 2s }
        http:
          listen: 127.0.0.1:0
        shutdown:
          grace: 5s
        """
    }
}

extension WorkerStatus {
    var counts: WorkerCounts { WorkerCounts(metrics: metrics.exposition(.text).bytes) }
}
