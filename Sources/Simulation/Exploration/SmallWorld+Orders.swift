import AppStoreServer
import Flow
import Kafka
import Worker

extension SmallWorld {
    /// Does what the pipeline says, and holds it against the model.
    mutating func perform(_ actions: [Action]) {
        for action in actions {
            switch action {
            case .poll(let turn): obey(turn)
            case .submit(let requests): for request in requests { send(request) }
            case .publish(let letters): for letter in letters { publish(letter) }
            case .close(let reason): violate("the pipeline ends: \(reason)")
            case .readOutcomes: violate("outcomes are read that nobody keeps")
            case .interruptPoll, .check, .renewProducer, .note: break
            }
        }
    }

    private mutating func obey(_ turn: ConsumerTurn) {
        if !turn.commit.isEmpty { order(turn.commit) }
        if turn.completesRevocation, mutation != .revokeNeverEnds { release() }
        paused.formUnion(turn.pause.map(\.partition))
        paused.subtract(turn.resume.map(\.partition))
    }

    private mutating func send(_ request: AppStoreRequest) {
        let digits = request.body.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard let number = Int(String(decoding: digits, as: UTF8.self)), let record = SmallRecord(number: number) else {
            return violate("a PUT of something that nobody wrote")
        }
        if heard.contains(record) { violate("\(record) is sent although its acceptance was told") }
        if out.contains(where: { $0.isPut && $0.record == record }) { violate("\(record) is out twice") }
        take(.put(request.ticket), record)
    }

    private mutating func publish(_ letter: ProducerRecord) {
        guard let partition = letter.number("dlq.partition"), let offset = letter.number("dlq.offset") else {
            return violate("a dead letter of a record that never was")
        }
        let record = SmallRecord(Int32(truncatingIfNeeded: partition), offset)
        if !record.isMalformed { violate("\(record) is buried without cause") }
        take(.letter(letter.ticket), record)
    }

    private mutating func take(_ id: Request.ID, _ record: SmallRecord) {
        let partition = partitions[Int(record.partition)]
        if !partition.isHeld(record.offset) {
            violate("\(record) goes out, which the pipeline does not hold")
        }
        if out.contains(where: { $0.id == id }) { violate("\(id) is out twice") }
        // In the order of the records, so that states do not differ by the order in which they went out.
        partitions[Int(record.partition)].tryOut(record.offset)
        let index = out.firstIndex { record < $0.record } ?? out.endIndex
        out.insert(Request(id: id, record: record), at: index)
    }
}
