import AppStoreStandIn
import Foundation
import Kafka
import TestSupport
import Testing

/// The real program between a real broker process and a real HTTPS server.
@Suite(.serialized, .timeLimit(.minutes(10))) struct WholePathTests {
    static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

    static let fast = """
        submission:
          linger: 20ms
          rateLimit: { production: 5000, sandbox: 5000 }
          retry: { initial: 50ms, maximum: 2s }
        deadLetters:
          brake: { consecutive: 1000, share: 0.9 }
        """

    @Test func `5,000 mixed events: each valid one is accepted once, each invalid one dead-lettered with its codes`()
        async throws
    {
        let world = try await AppStoreWorld()
        let work = Workload(
            count: 5000,
            topic: world.topic,
            apps: AppStoreWorld.apps,
            invalidShare: 20,
            signedDate: Self.now,
            seed: 1
        )
        try await work.produce(to: world.broker)
        let worker = try await world.startWorker(Self.fast)
        #expect(try await worker.wait { try await worker.metric("consumption_events_total") >= 5000 })
        try await expectAcceptedOnce(work, in: world)
        try await expectDeadLetters(work, in: world)
        #expect(try await worker.wait { try await worker.hasNothingLeft(partitions: 6) })
        #expect(try await worker.get("/readyz").status == 200)
        #expect(try await worker.get("/healthz").status == 200)
        try await expectPromtoolIsContent(with: worker)
        let (status, log) = await worker.stop()
        #expect(status == 0)
        #expect(worker.firstLines == [])
        #expect(log.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
        #expect(!log.contains { $0.contains("BEGIN PRIVATE KEY") || $0.contains("eyJ") })
        try await expectVerdictsOfValidate(work, in: world)
        try await expectAppleReadsBodies(world)
    }

    @Test func `a restart in the middle loses nothing, and repeats no more than memory held`() async throws {
        let world = try await AppStoreWorld()
        let work = Workload(
            count: 1500,
            topic: world.topic,
            apps: AppStoreWorld.apps,
            invalidShare: 20,
            signedDate: Self.now,
            seed: 2
        )
        world.production.changeFaults { $0.latency = .milliseconds(20) }
        try await work.produce(to: world.broker)
        let settings = Self.fast.replacing("linger: 20ms", with: "linger: 20ms\n  maxPending: 200\n  parkAfter: 100")
        let first = try await world.startWorker(settings)
        #expect(try await first.wait(for: "consumption_events_total", toBeAtLeast: 300))
        #expect(await first.stop().status == 0)
        #expect(world.accepted().count < work.valid.count, "the first worker did everything; nothing was tested")
        let second = try await world.startWorker(settings)
        #expect(try await second.wait { try await second.hasNothingLeft(partitions: 6) })
        let accepted = world.accepted()
        #expect(Set(accepted.keys) == Set(work.valid.map(\.transactionID)))
        // What was accepted behind an event that was let go is sent again: this broker does not hand commit metadata back.
        #expect(accepted.values.reduce(0, +) - accepted.count <= 200)
        try expectBodies(work, in: world)
        #expect(await second.stop().status == 0)
    }

    @Test func `a 500, a 429, a lost connection, an HTML page and a refused token on the way are overcome`()
        async throws
    {
        let world = try await AppStoreWorld()
        let work = Workload(
            count: 400,
            topic: world.topic,
            apps: AppStoreWorld.apps,
            invalidShare: 0,
            signedDate: Self.now,
            seed: 3
        )
        let troubles: [StandInAnswer] = [
            .internalError, .throttled(.milliseconds(1500)), .closed, .page(status: 503), .unauthorized,
        ]
        for (index, item) in work.valid.enumerated() where index % 40 == 0 {
            let trouble = troubles[index / 40 % troubles.count]
            world.production.script(item.transactionID, trouble)
            world.sandbox.script(item.transactionID, trouble)
        }
        try await work.produce(to: world.broker)
        let worker = try await world.startWorker(Self.fast)
        #expect(try await worker.wait { try await worker.metric("consumption_events_total") >= 400 })
        try await expectAcceptedOnce(work, in: world)
        #expect(try await worker.metric("consumption_dead_letters_total") == 0)
        // Ten troubles, and every repeat is the worker's own: it takes its place in the rate limit.
        #expect(try await worker.metric("consumption_retries_total") >= 10)
        #expect(await worker.stop().status == 0)
    }

    @Test func `a second signal ends the worker at once although a request hangs`() async throws {
        let world = try await AppStoreWorld(partitions: 1)
        let work = Workload(
            count: 1,
            topic: world.topic,
            apps: AppStoreWorld.apps,
            invalidShare: 0,
            signedDate: Self.now,
            seed: 4
        )
        world.production.script(work.items[0].transactionID, .silent)
        try await work.produce(to: world.broker)
        let worker = try await world.startWorker(Self.fast)
        #expect(try await worker.wait(for: "consumption_in_flight", toBeAtLeast: 1))
        worker.process.end()
        #expect(await worker.process.line(containing: #""message":"stopping""#) != nil)
        worker.process.end()
        #expect(await worker.process.wait().status == 128 + SIGTERM)
    }

    // MARK: What is expected

    private func expectAcceptedOnce(_ work: Workload, in world: AppStoreWorld) async throws {
        let accepted = world.accepted()
        #expect(accepted.count == work.valid.count)
        for item in work.valid {
            #expect(accepted[item.transactionID] == 1, "\(item.eventCase.name), \(item.transactionID)")
        }
        try expectBodies(work, in: world)
    }

    private func expectBodies(_ work: Workload, in world: AppStoreWorld) throws {
        let bodies = Dictionary(work.valid.map { ($0.transactionID, $0.wireBody) }) { $1 }
        for arrival in world.arrivals() {
            let id = arrival.transactionID ?? ""
            #expect(String(decoding: arrival.body, as: UTF8.self) == bodies[id], "transaction \(id)")
        }
    }

    private func expectDeadLetters(_ work: Workload, in world: AppStoreWorld) async throws {
        let letters = try await world.broker.read(world.deadLetterTopic, atLeast: work.invalid.count)
        #expect(letters.count == work.invalid.count)
        let byNumber = Dictionary(letters.map { ($0.header("number") ?? "", $0) }) { $1 }
        for item in work.invalid {
            let letter = try #require(byNumber["\(item.record.ticket)"], "\(item.eventCase.name)")
            let name = Comment(rawValue: item.eventCase.name)
            #expect(letter.header("dlq.reasons") == item.eventCase.codes.joined(separator: ","), name)
            #expect(letter.header("dlq.reason") == item.eventCase.codes[0], name)
            #expect(letter.header("dlq.stage") == item.eventCase.stage, name)
            #expect(letter.key == item.record.key, name)
            #expect(letter.value == item.record.value, name)
            #expect(Array(letter.headers.prefix(item.record.headers.count)) == item.record.headers, name)
            #expect(letter.header("dlq.topic") == world.topic, name)
            #expect(letter.header("dlq.group") == world.group, name)
            #expect((letter.header("dlq.message") ?? "").utf8.count <= 1024, name)
        }
    }

    private func expectPromtoolIsContent(with worker: WorkerProcess) async throws {
        let metrics = try await worker.get("/metrics").body
        let directory = try TemporaryDirectory()
        let file = try directory.write(metrics.utf8, to: "metrics.txt")
        let said = try await ChildProcess.output(of: "sh", ["-c", "promtool check metrics < \(file)"])
        #expect(said.isEmpty, "\(said)")
        _ = consume directory
    }

    /// `validate` takes lines, so what is no line of text is left out.
    private func expectVerdictsOfValidate(_ work: Workload, in world: AppStoreWorld) async throws {
        let items = work.items.filter { $0.record.value.map { !$0.isEmpty } ?? false }
        let lines = items.flatMap { ($0.record.value ?? []) + [UInt8(ascii: "\n")] }
        let events = try world.directory.write(lines, to: "events.jsonl")
        let configuration = try world.directory.write(world.configuration().utf8, to: "validate.yaml")
        let (status, output) = try await ChildProcess(
            WorkerBinary.path,
            ["validate", "--config", configuration, events]
        ).wait()
        #expect(status == 1)
        let verdicts = output.filter { $0.hasPrefix(events + ":") }
        #expect(verdicts.count == items.count)
        for (index, (item, verdict)) in zip(items, verdicts).enumerated() {
            let codes = item.eventCase.codes.isEmpty ? "valid" : item.eventCase.codes.joined(separator: ",")
            #expect(verdict.hasPrefix("\(events):\(index + 1): \(codes)"), "\(item.eventCase.name): \(verdict)")
        }
    }

    /// Apple's own library for Python reads every body that was sent, as the model of its endpoint.
    private func expectAppleReadsBodies(_ world: AppStoreWorld) async throws {
        let lines = Set(
            world.arrivals().map { arrival in
                (arrival.path.contains("/v1/") ? "v1 " : "v2 ") + String(decoding: arrival.body, as: UTF8.self)
            }
        )
        #expect(lines.count >= 10)
        let bodies = try world.directory.write(lines.sorted().joined(separator: "\n").utf8, to: "bodies.txt")
        let script = try world.directory.write(Self.appleReader.utf8, to: "read_bodies.py")
        let said = try await ChildProcess.output(of: testPython(), [script, bodies])
        #expect(said == "\(lines.count) bodies read")
    }

    private static let appleReader = """
        import json, sys
        from appstoreserverlibrary.models.ConsumptionRequest import ConsumptionRequest
        from appstoreserverlibrary.models.ConsumptionRequestV1 import ConsumptionRequestV1
        from appstoreserverlibrary.models.LibraryUtility import _get_cattrs_converter

        lines = open(sys.argv[1]).read().splitlines()
        for line in lines:
            model = ConsumptionRequestV1 if line.startswith("v1 ") else ConsumptionRequest
            body = json.loads(line[3:])
            request = _get_cattrs_converter(model).structure(body, model)
            written = _get_cattrs_converter(model).unstructure(request)
            assert {k: v for k, v in written.items() if v is not None} == body, (body, written)
        print(f"{len(lines)} bodies read")
        """
}
