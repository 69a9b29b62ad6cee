import AppStoreStandIn
import Foundation
import Kafka
import TestSupport
import Testing

/// The status page of a real worker in a real browser.
@Suite(.serialized, .timeLimit(.minutes(10))) struct BrowserTests {
    static let partitions = 6
    /// The script has written the page anew: what the server wrote before has other elements.
    private static let isUpdated = """
        (window.first ??= document.querySelector('#partitions tbody tr')) !== document.querySelector('#partitions tbody tr')
        """
    private static let paused = AppStoreWorld.apps[0]

    private func world() async throws -> (AppStoreWorld, WorkerProcess) {
        let world = try await AppStoreWorld(partitions: Self.partitions)
        let worker = try await world.startWorker(WholePathTests.fast)
        #expect(try await worker.wait(for: "consumption_assigned_partitions", toBeAtLeast: Double(Self.partitions)))
        return (world, worker)
    }

    private func work(_ numbers: Range<Int>, of app: String, in world: AppStoreWorld) -> Workload {
        Workload(numbers, of: app, topic: world.topic, partitions: Self.partitions, signedDate: WholePathTests.now)
    }

    private func mixedWork(_ count: Int, in world: AppStoreWorld) -> Workload {
        Workload(
            count: count,
            topic: world.topic,
            apps: AppStoreWorld.apps,
            invalidShare: 20,
            signedDate: WholePathTests.now,
            seed: 6
        )
    }

    @Test func `numbers rise in an open page while events flow, and the browser has nothing to complain about`()
        async throws
    {
        let (world, worker) = try await world()
        let work = mixedWork(400, in: world)
        let malformed = try #require(work.invalid.first { $0.eventCase.codes == ["MalformedEventError"] })
        let look = try await PageLook(
            at: worker.endpoint,
            "--until",
            """
            document.querySelector('#numbers dd').textContent === '\(work.valid.count)'
                && document.body.innerText.includes('MalformedEventError')
            """
        ) {
            try await work.produce(to: world.broker)
            // Only the last refusals are shown, so this one comes after all others.
            #expect(try await worker.wait(for: "consumption_events_total", toBeAtLeast: Double(work.items.count)))
            try await Workload.produce([malformed.record], to: world.broker)
        }
        #expect(look.came, "\(look.text)")
        #expect(look.before != look.text)
        #expect(look.console == [])
        #expect(look.images == 0)
        #expect(look.text.contains("MalformedEventError"))
        #expect(await worker.stop().status == 0)
    }

    @Test func `an app that Apple refuses is named in the sentence on top, with cause, beginning and next probe`()
        async throws
    {
        let (world, worker) = try await world()
        world.production.changeFaults { $0.refusedApps = [Self.paused] }
        try await work(0..<60, of: Self.paused, in: world).produce(to: world.broker)
        try await work(5000..<5040, of: AppStoreWorld.apps[1], in: world).produce(to: world.broker)
        #expect(try await worker.wait(for: "consumption_app_paused", toBeAtLeast: 1))
        #expect(try await worker.wait { world.production.accepted().count == 40 })
        let look = try await PageLook(at: worker.endpoint, "--until", Self.isUpdated)
        #expect(look.came)
        let top = look.text.prefix { $0 != "\n" }
        #expect(top == "\(Self.paused) (Production) is paused: Apple refuses it with HTTP 401.")
        #expect(look.state == "trouble")
        #expect(look.title.hasPrefix("✗"))
        #expect(look.text.contains("Check key, issuer id, key id and bundle id."))
        #expect(look.text.contains(/since \d\d:\d\d:\d\d UTC/))
        #expect(look.text.contains(/next probe \d\d:\d\d:\d\d UTC/))
        #expect(look.console == [])
        let plain = try await PageLook(at: worker.endpoint, "--no-scripts")
        #expect(withoutTimes(look.text) == withoutTimes(plain.text))
        #expect(await worker.stop().status == 0)
    }

    @Test func `without scripts the page says the same, word for word, in the dark and on a phone`() async throws {
        let (world, worker) = try await world()
        try await mixedWork(300, in: world).produce(to: world.broker)
        #expect(try await worker.wait(for: "consumption_events_total", toBeAtLeast: 300))
        #expect(try await worker.wait { try await worker.hasNothingLeft(partitions: Self.partitions) })
        let live = try await PageLook(at: worker.endpoint, "--until", Self.isUpdated)
        #expect(live.came)
        let plain = try await PageLook(at: worker.endpoint, "--no-scripts", "--dark")
        let phone = try await PageLook(at: worker.endpoint, "--no-scripts", "--dark", "--width", "390")
        #expect(withoutTimes(live.text) == withoutTimes(plain.text))
        #expect(plain.console == [])
        #expect((live.ground, live.ink) == ("rgb(244, 245, 247)", "rgb(27, 34, 43)"))
        #expect((plain.ground, plain.ink) == ("rgb(15, 19, 24)", "rgb(229, 233, 238)"))
        #expect((live.overflow, plain.overflow, phone.overflow) == (0, 0, 0))
        #expect(await worker.stop().status == 0)
    }

    @Test func `an open page says so when the worker has gone`() async throws {
        let (_, worker) = try await world()
        let look = try await PageLook(
            at: worker.endpoint,
            "--until",
            "document.documentElement.dataset.state === 'silent'"
        ) { worker.process.end() }
        #expect(look.came)
        #expect(look.text.contains("The worker does not answer; what is below is from"))
        #expect(await worker.process.wait().status == 0)
    }

    /// Ages and times of day go on between two looks.
    private func withoutTimes(_ text: String) -> String {
        text.replacing(/\d\d:\d\d:\d\d UTC/, with: "TIME").replacing(/\d+ (?:s|min|h|d)\b/, with: "AGE")
            .replacing(/at most [\d.,]+/, with: "at most").replacing(/\d+ events accepted/, with: "events accepted")
    }
}
