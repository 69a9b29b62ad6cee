import Kafka

/// A Kafka cluster in a process of its own, as long as somebody holds its standard input open.
struct Cluster {
    private let topics: [(name: String, partitions: Int)]

    /// - Parameter topics: `NAME:PARTITIONS` each.
    init(topics: some Collection<String>) {
        self.topics = topics.compactMap { text in
            let parts = text.split(separator: ":")
            guard parts.count == 2, let partitions = Int(parts[1]) else { return nil }
            return (String(parts[0]), partitions)
        }
    }

    func run() throws {
        let cluster = try MockCluster()
        for topic in topics { try cluster.createTopic(topic.name, partitions: topic.partitions) }
        writeLine(cluster.bootstrapServers)
        while readLine() != nil {}
        keep(cluster)
    }
}
