import ConsumptionRules
import Testing
import Worker

@testable import consumption_worker

@Suite struct DemoEventTests {
    private static let now = UNIXMilliseconds(1_760_000_000_000)
    private let events: [DemoEvent]

    init() {
        var generator = EventGenerator(seed: 2, at: Self.now)
        events = generator.events(1_000)
    }

    private func judgement(_ event: DemoEvent) -> Judgement {
        Judgement(of: event.value, at: Self.now) { EventGenerator.bundleIDs.contains($0) }
    }

    private func reports(_ events: [DemoEvent]) -> [ConsumptionReport] {
        events.compactMap { event in
            guard case .report(let report) = judgement(event) else { return nil }
            return report
        }
    }

    private var accepted: [DemoEvent] { events.filter { $0.ending == .accepted } }

    @Test(arguments: [1, 2, 3, 77] as [UInt64])
    func `the rules say of each event what the generator says`(seed: UInt64) {
        var generator = EventGenerator(seed: seed, at: Self.now)
        for (index, event) in generator.events(1_000).enumerated() {
            switch (event.ending, judgement(event)) {
            case (.deadLettered(.decode, let codes), .refused(let refusal)):
                #expect(refusal.codes.map(\.rawValue) == codes && refusal.stage == .decode, "seed \(seed), \(index)")
            case (.deadLettered(.rules, let codes), .refused(let refusal)):
                #expect(refusal.codes.map(\.rawValue) == codes && refusal.stage == .rules, "seed \(seed), \(index)")
            case (.deadLettered(.decode, _), .report), (.deadLettered(.rules, _), .report), (_, .refused):
                Issue.record("seed \(seed), event \(index): \(event.ending)")
            case (_, .report(let report)):
                #expect(report.transactionID == event.purchase.transactionID)
                #expect(report.bundleID == event.purchase.bundleID)
                #expect(report.environment == event.purchase.environment)
            }
        }
    }

    @Test func `every code of the rules is caused by some event`() {
        let codes = events.flatMap { event -> [String] in
            guard case .deadLettered(_, let codes) = event.ending else { return [] }
            return codes
        }
        #expect(Set(ViolationCode.allCases.map(\.rawValue)).subtracting(codes) == [])
        #expect(Set(codes).isSuperset(of: ["DeadlineExceededError", "TransactionIdNotFoundError"]))
    }

    @Test func `there are as many events as asked for, and most are valid`() {
        #expect(events.count == 1_000)
        #expect(accepted.count > 700)
    }

    @Test func `valid events are of every type, delivery, preference, endpoint, environment and app`() {
        let reports = reports(accepted)
        let bodies = reports.map { report in
            var bytes: [UInt8] = []
            report.appendBody(to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(Set(reports.map(\.productType)) == Set(ProductType.allCases))
        #expect(Set(reports.map(\.environment)) == Set(AppStoreEnvironment.allCases))
        #expect(Set(reports.map(\.endpoint)) == Set(ConsumptionEndpoint.allCases))
        #expect(Set(reports.map(\.bundleID)) == Set(EventGenerator.bundleIDs))
        let members =
            DeliveryStatus.allCases.map { #""deliveryStatus":"\#($0.rawValue)""# }
            + (0...5).map { #""deliveryStatus":\#($0),"# }
            + RefundPreference.allCases.map { #""refundPreference":"\#($0.rawValue)""# }
            + (0...3).map { #""refundPreference":\#($0),"# }
        for member in members { #expect(bodies.contains { $0.contains(member) }, "\(member)") }
        #expect(bodies.contains { !$0.contains("refundPreference") })
    }

    @Test func `a repeat is the same record once more, after the first`() throws {
        let repeats = events.indices.filter { events[$0].ending == .duplicate }
        #expect(repeats.count == 30)
        for index in repeats {
            let first = try #require(events.firstIndex { $0.purchase == events[index].purchase })
            #expect(first < index)
            #expect(events[first].ending == .accepted)
            #expect(events[first].value == events[index].value)
        }
    }

    @Test func `apart from repeats no transaction comes twice`() {
        let transactions = events.filter { $0.ending != .duplicate }.map(\.purchase.transactionID)
        #expect(Set(transactions).count == transactions.count)
    }

    @Test func `the App Store stumbles in every way, and only over valid events`() {
        let stumbling = events.filter { !$0.stumbles.isEmpty }
        #expect(stumbling.allSatisfy { $0.ending == .accepted })
        #expect(Set(stumbling.flatMap(\.stumbles)) == [.serverError, .rateLimit, .refusedToken, .droppedConnection])
    }

    @Test func `a token is refused at most once for each address of an app`() {
        let refused = events.filter { $0.stumbles.contains(.refusedToken) }.map(\.purchase)
        let addresses = refused.map { "\($0.bundleID) \($0.environment) \($0.isAdvancedCommerce)" }
        #expect(Set(addresses).count == 4)
        #expect(addresses.count == 4)
        #expect(Set(refused.map(\.bundleID)).count == 1)
    }

    @Test func `the same seed and time make the same events`() {
        var again = EventGenerator(seed: 2, at: Self.now)
        var other = EventGenerator(seed: 3, at: Self.now)
        #expect(again.events(1_000) == events)
        #expect(other.events(1_000) != events)
    }
}
