import AppStoreServer
import ConsumptionRules
import Flow
import Kafka

@testable import Worker

extension Decoder {
    /// A page of the outcome topic, a record a line, and what the worker remembers of it.
    static let outcome = Decoder(name: "outcome") { bytes in
        let values = bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) }
        let accepted = values.compactMap { value in
            if case .accepted(let acceptance) = PastOutcome(reading: value) { acceptance } else { nil }
        }
        var world = IntakeWorld(answer: .accepted(status: 202))
        let page = OutcomeReading.Page(accepted: accepted, nextOffset: 1, end: 1)
        world.handle(.outcomesRead(OutcomeReading(load: 1, partition: 0, result: .success(page))))
        let (seen, now) = (world.pipeline.seen, world.now.date)
        let isTimely = accepted.filter { (now + .seconds(-86_400)...now).contains($0.signedDate) }
        return firstComplaint([
            ("more is remembered than was read", seen.count <= accepted.count),
            ("a timely one is forgotten", isTimely.allSatisfy { seen.contains($0.notificationUUID.number) }),
            // A span of three hours has a table of its own; there are ten at most.
            ("too much memory", seen.byteCount <= 24 * accepted.count + 10 * 256),
        ])
    }
}
