import ConsumptionRules

/// The first lines of the demo: what is about to happen, and where.
struct DemoHeader: Sendable {
    private let eventCount: Int
    private let places: [(String, String)]

    init(_ eventCount: Int, _ world: DemoWorld) {
        self.eventCount = eventCount
        places = [
            ("Kafka", "\(world.bootstrapServers), \(DemoWorld.partitionCount) partitions"),
            ("App Store", "\(world.store.url(.production)) (production)"),
            ("", "\(world.store.url(.sandbox)) (sandbox)"),
            (
                "Rate limit",
                "\(DemoWorld.productionLimit) requests a second and app in production,"
                    + " \(DemoWorld.sandboxLimit) in the sandbox"
            ),
            ("Page", world.pageURL),
        ]
    }

    var text: String {
        """
          A worker, with a Kafka cluster and an App Store of its own in this process.

          \(grouped(eventCount)) made-up events of three apps go the whole way: from Kafka through the
          rules to the App Store, or to the dead-letter topic with a reason. Some are
          invalid, some too late, some come twice, and the App Store stumbles at times.

        \(places.map { "  " + rightPadded($0, to: 12) + $1 }.joined(separator: "\n"))

        """
    }
}
