import ConsumptionRules
import Glibc
import Kafka

/// Writes a backlog, or a steady flow, of events that are told apart by their numbers.
struct ProduceOrder {
    private let servers: String
    private let topic: String
    private let count: Int
    private let first: Int
    private let apps: Int
    /// Events in a second; nil for as fast as it goes.
    private let rate: Double?
    private let areValid: Bool

    /// `nil` when the words are not understood.
    init?(_ words: some Collection<String>) {
        var words = Array(words)
        areValid = words.firstIndex(of: "--invalid").map { words.remove(at: $0) } == nil
        guard words.count >= 3, let count = Int(words[2]) else { return nil }
        var options = ["--from": "0", "--apps": "1", "--rate": "0"]
        for place in stride(from: 3, to: words.count, by: 2) {
            guard options[words[place]] != nil, place + 1 < words.count else { return nil }
            options[words[place]] = words[place + 1]
        }
        let numbers = options.compactMapValues(Double.init)
        guard let first = numbers["--from"], let apps = numbers["--apps"], let rate = numbers["--rate"] else {
            return nil
        }
        (servers, topic, self.count) = (words[0], words[1], count)
        (self.first, self.apps) = (Int(first), max(1, Int(apps)))
        self.rate = rate > 0 ? rate : nil
    }

    /// Ends when the cluster has all of them.
    func run() async throws {
        let producer = try KafkaProducer(properties: [
            "bootstrap.servers": servers, "linger.ms": rate == nil ? "20" : "0",
        ])
        var reports = producer.reports.makeAsyncIterator()
        var (written, acknowledged) = (0, 0)
        let start = ContinuousClock.now
        while acknowledged < count {
            while written < count, written - acknowledged < 20_000, isDue(written, since: start) {
                let event = event(first + written)
                if rate != nil { writeLine("\(currentMicroseconds()) \(event.transactionID)") }
                if let refused = producer.publish([record(event)]).first?.error { throw refused }
                written += 1
            }
            if let rate, written < count, written == acknowledged {
                try await Task.sleep(until: start + .seconds(Double(written) / rate))
                continue
            }
            for report in await reports.next() ?? [] {
                if let error = report.error { throw error }
                acknowledged += 1
            }
        }
        writeLine("\(acknowledged) events are written")
    }

    private func isDue(_ number: Int, since start: ContinuousClock.Instant) -> Bool {
        rate.map { start + .seconds(Double(number) / $0) <= .now } ?? true
    }

    private func event(_ number: Int) -> WrittenEvent {
        var event = WrittenEvent(number: number, isValid: areValid)
        // The configuration of ops/bench names its apps so.
        event.bundleID = "\(WrittenEvent.bundleID)\(number % apps)"
        event.signedDate = UNIXMilliseconds(currentMicroseconds() / 1000)
        return event
    }

    private func record(_ event: WrittenEvent) -> ProducerRecord {
        ProducerRecord(ticket: 0, topic: topic, key: Array(event.transactionID.utf8), value: event.json)
    }

    /// Since 1970.
    private func currentMicroseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
