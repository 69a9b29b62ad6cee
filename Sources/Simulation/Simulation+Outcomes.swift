import Kafka
import Worker

extension Simulation {
    /// The broker has an outcome.
    mutating func take(outcome record: ProducerRecord) {
        guard let partition = record.partition, let entry = OutcomeLog.Entry(record),
            let written = ledger.record(at: entry.sourceOffset, in: partition)
        else { return violate(.everyEventEnds, "an outcome of a record that never was") }
        self.record("outcome \(partition):\(entry.sourceOffset) \(entry.outcome)")
        if !isTrue(entry, of: written) {
            violate(.everyEventEnds, "\(partition):\(entry.sourceOffset) is said to be \(entry.outcome), and is not")
        }
        outcomes.append(entry, to: partition)
        ledger.settle(entry.sourceOffset, in: partition)
    }

    private func isTrue(_ entry: OutcomeLog.Entry, of written: WrittenRecord) -> Bool {
        switch entry.outcome {
        case "accepted", "duplicate":
            entry.notification == written.notification && ledger.isAccepted(written.notification)
        case "dead_lettered": ledger.isBuried(written)
        default: false
        }
    }

    mutating func read(_ order: LogOrder, for worker: Int) {
        after(.milliseconds(pick(1...60)), .toWorker(worker, life: workers[worker].life, .page(order)))
    }

    /// What the order finds by now.
    mutating func reading(of order: LogOrder) -> OutcomeReading {
        if trouble.contains(.letters), chance(0.3) {
            let error = KafkaError(code: .timedOut, reason: "no answer")
            return OutcomeReading(load: order.number, partition: order.partition, result: .failure(error))
        }
        let page =
            mutation == .outcomesUnread
            ? OutcomeReading.Page(accepted: [], nextOffset: 0, end: 0)
            : outcomes.page(of: order.partition, from: order.from, most: pick(1...20))
        return OutcomeReading(load: order.number, partition: order.partition, result: .success(page))
    }

    /// What a worker knows alone explains a repeat when it goes: requests that are out, and acceptances without an outcome.
    mutating func excuseUnsaid(of worker: SimulatedWorker) {
        for request in worker.out.values { ledger.excuse(request.notification) }
        guard plan.hasOutcomes else { return }
        for notification in worker.heard.subtracting(outcomes.accepted) { ledger.excuse(notification) }
    }
}
