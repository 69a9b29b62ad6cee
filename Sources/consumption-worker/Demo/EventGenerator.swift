import ConsumptionRules
import Flow
import Worker

/// Makes the events of the demo: the same ones for the same seed and time.
struct EventGenerator {
    static let bundleIDs = ["com.example.game", "com.example.news", "com.example.photos"]
    /// How often each app comes, in the order of `bundleIDs`.
    private static let weights = [5, 3, 2]

    private static let copiesOfEachFault = 4
    private static let lateCount = 8
    private static let unknownCount = 6
    private static let repeatCount = 30

    var random: SeededGenerator
    private let now: UNIXMilliseconds
    private var transactionCount = 0

    init(seed: UInt64, at now: UNIXMilliseconds) {
        random = SeededGenerator(seed: seed)
        self.now = now
    }

    /// So many events in the order in which they are produced; at least about 300, so that there is one of each kind.
    mutating func events(_ count: Int) -> [DemoEvent] {
        var events: [DemoEvent] = []
        for fault in EventFault.all {
            for _ in 0..<Self.copiesOfEachFault { events.append(invalidEvent(fault)) }
        }
        for _ in 0..<Self.lateCount { events.append(lateEvent()) }
        for _ in 0..<Self.unknownCount { events.append(unknownEvent()) }
        while events.count < count - Self.repeatCount { events.append(validEvent()) }
        events.shuffle(using: &random)
        addStumbles(to: &events)
        addRepeats(to: &events)
        return events
    }

    private mutating func validEvent() -> DemoEvent {
        let purchase = purchase()
        let draft = validDraft(for: purchase, signedDate: recentDate())
        return DemoEvent(purchase: purchase, value: draft.bytes, ending: .accepted)
    }

    private mutating func invalidEvent(_ fault: EventFault) -> DemoEvent {
        var purchase = purchase()
        purchase.productType = .consumable
        purchase.isAdvancedCommerce = fault.isAdvancedCommerce
        let value = fault.spoil(plainDraft(for: purchase))
        let codes = fault.codes.map(\.rawValue)
        let isUnreadable = fault.codes.first?.stage == .decode
        return DemoEvent(
            purchase: purchase,
            value: value,
            ending: .deadLettered(isUnreadable ? .decode : .rules, codes: codes)
        )
    }

    /// Right in every way, but its 12 hours are over.
    private mutating func lateEvent() -> DemoEvent {
        let purchase = purchase()
        let draft = validDraft(for: purchase, signedDate: date(hoursAgo: 13))
        let ending = DemoEvent.Ending.deadLettered(.deadline, codes: ["DeadlineExceededError"])
        return DemoEvent(purchase: purchase, value: draft.bytes, ending: ending)
    }

    /// Right in every way, but the App Store does not know its transaction.
    private mutating func unknownEvent() -> DemoEvent {
        let purchase = purchase()
        let draft = validDraft(for: purchase, signedDate: recentDate())
        let ending = DemoEvent.Ending.deadLettered(.submission, codes: ["TransactionIdNotFoundError"])
        return DemoEvent(purchase: purchase, value: draft.bytes, ending: ending)
    }

    private mutating func purchase() -> Purchase {
        transactionCount += 1
        var purchase = Purchase(transactionID: "\(2_000_000_700_000_000 + transactionCount)", bundleID: bundleID())
        purchase.environment = random.once(in: 4) ? .sandbox : .production
        purchase.isAdvancedCommerce = random.once(in: 6)
        purchase.productType = random.pick(
            purchase.isAdvancedCommerce ? [.consumable, .autoRenewableSubscription] : ProductType.allCases
        )
        return purchase
    }

    private mutating func bundleID() -> String {
        random.pick(zip(Self.bundleIDs, Self.weights).flatMap { Array(repeating: $0, count: $1) })
    }

    mutating func uuid() -> String {
        func hex(_ number: UInt64, _ digits: Int) -> String {
            let text = String(number, radix: 16)
            return String(repeating: "0", count: digits - text.count) + text
        }
        let (high, low) = (random.next(), random.next())
        return [
            hex(high >> 32, 8), hex(high >> 16 & 0xFFFF, 4), "4" + hex(high & 0xFFF, 3),
            "8" + hex(low >> 48 & 0xFFF, 3), hex(low & 0xFFFF_FFFF_FFFF, 12),
        ].joined(separator: "-")
    }

    /// A time within the last few hours.
    mutating func recentDate() -> UNIXMilliseconds {
        UNIXMilliseconds(now.value - Int64(random.number(in: 60_000...6 * 3_600_000)))
    }

    private func date(hoursAgo hours: Int64) -> UNIXMilliseconds {
        UNIXMilliseconds(now.value - hours * 3_600_000)
    }

    /// Some notifications come once more, some time after the first.
    private mutating func addRepeats(to events: inout [DemoEvent]) {
        for _ in 0..<Self.repeatCount {
            let accepted = events.indices.filter { events[$0].ending == .accepted }
            let index = random.pick(accepted)
            let copy = DemoEvent(purchase: events[index].purchase, value: events[index].value, ending: .duplicate)
            events.insert(copy, at: random.number(in: (index + 1)...events.count))
        }
    }
}
