import Foundation
import Kafka
import TestSupport
import Testing

/// A worker whose topic is not there, or may not be read: it keeps trying, is not ready, and says so once.
@Suite(.serialized, .timeLimit(.minutes(5))) struct TopicTests {
    @Test func `R54 a topic that is made after the worker has started is read, with one line for each change`()
        async throws
    {
        let world = try await AppStoreWorld()
        let late = world.broker.uniqueName("late")
        let text = world.configuration().replacing(world.topic, with: late)
        let worker = try await WorkerProcess(configuration: world.directory.write(text.utf8, to: "late.yaml"))
        #expect(try await worker.wait { try await worker.get("/readyz").body.contains("a topic cannot be read") })
        #expect(try await worker.metric("consumption_kafka_fault", #"condition="topics""#) == 1)
        #expect(try await worker.get("/healthz").status == 200)
        try await world.broker.administration().create(late, partitions: 3, within: .seconds(30))
        let work = Workload(
            count: 10,
            topic: late,
            apps: AppStoreWorld.apps,
            invalidShare: 0,
            signedDate: WholePathTests.now,
            seed: 4
        )
        try await work.produce(to: world.broker)
        #expect(try await worker.wait(for: "consumption_events_total", #""accepted""#, toBeAtLeast: 10))
        #expect(try await worker.wait { try await worker.get("/readyz").status == 200 })
        let (status, log) = await worker.stop()
        #expect(status == 0)
        #expect(log.count { $0.contains(#""message":"a topic cannot be read""#) && $0.contains(late) } == 1)
        #expect(log.count { $0.contains(#""message":"topics can be read again""#) } == 1)
    }
}
