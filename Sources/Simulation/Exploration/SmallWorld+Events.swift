import AppStoreServer
import Flow
import Kafka
import Worker

extension SmallWorld {
    /// What can happen to a small world.
    enum Event: Hashable, Sendable {
        /// The turn that is out ends, with the next record of a partition or with nothing.
        case poll(Int32?)
        /// A request is accepted, or a dead letter is taken by the broker.
        case finish(Request)
        /// A request is not answered, or a dead letter is not taken.
        case fail(Request)
        case assign
        case revoke
        case lose
        /// The broker takes the commit and says so, now or as soon as it has been asked.
        case commitOK
        /// The broker takes the commit, and its answer is under way.
        case commitTaken
        /// The commit is refused, or its answer is lost.
        case commitFail
        case crash
        /// Told by a lie alone: an answer for the process that died arrives at the one after it.
        case answerBefore(Request)
    }

    /// Everything that can happen next, in an order that only depends on the state.
    var possible: [Event] {
        polls + out.flatMap { [.finish($0), .fail($0)] } + groupEvents + commitEvents + [.crash] + liedEvents
    }

    private var polls: [Event] {
        [.poll(nil)] + readable.map { .poll($0) }
    }

    /// Partitions that have a record for the pipeline.
    var readable: [Int32] {
        holdsRevoke ? [] : owned.filter { !paused.contains($0) && partitions[Int($0)].next != nil }
    }

    private var groupEvents: [Event] {
        guard !owned.isEmpty else { return [.assign] }
        return holdsRevoke ? [.lose] : [.revoke, .lose]
    }

    private var commitEvents: [Event] {
        guard let commit else { return [] }
        if commit.isTaken { return [.commitOK, .commitFail] }
        // The broker refuses what comes from an earlier assignment.
        return commit.isCurrent ? [.commitOK, .commitTaken, .commitFail] : [.commitFail]
    }

    private var liedEvents: [Event] {
        // An adapter answers nothing that is not out.
        outBefore.filter { before in out.contains { $0.id == before.id } }.map { .answerBefore($0) }
    }

    mutating func happen(_ event: Event) {
        steps += 1
        switch event {
        case .poll(let partition): poll(partition)
        case .finish(let request): finish(request)
        case .fail(let request): fail(request)
        case .assign: assign()
        case .revoke: revoke()
        case .lose: lose()
        case .commitOK: answerCommit(isTaken: true)
        case .commitTaken: takeCommit()
        case .commitFail: answerCommit(isTaken: false)
        case .crash: crash()
        case .answerBefore(let request): answerBefore(request)
        }
    }

    private mutating func poll(_ partition: Int32?) {
        guard let partition, let offset = partitions[Int(partition)].next else { return input(.polled([])) }
        let record = SmallRecord(partition, offset)
        partitions[Int(partition)].deliver(offset)
        if heard.contains(record) { partitions[Int(partition)].know(offset) }
        input(.polled([.record(record.kafkaRecord)]))
    }

    private mutating func finish(_ request: Request) {
        out.removeAll { $0.id == request.id }
        partitions[Int(request.record.partition)].ended.insert(request.record.offset)
        know(request)
        answer(request, isGood: true)
    }

    /// What the pipeline makes of a good answer.
    ///
    /// An acceptance counts in whatever assignment it comes; a report about a dead letter of an earlier one changes nothing.
    private mutating func know(_ request: Request) {
        let index = Int(request.record.partition)
        switch request.id {
        case .put:
            heard.insert(request.record)
            partitions[index].know(request.record.offset)
        case .letter where request.isCurrent:
            partitions[index].know(request.record.offset)
        case .letter: break
        }
    }

    private mutating func fail(_ request: Request) {
        out.removeAll { $0.id == request.id }
        let isInvented = request.isPut ? mutation == .acceptanceInvented : mutation == .losesLetter
        if isInvented { know(request) }
        answer(request, isGood: isInvented)
    }

    private mutating func answer(_ request: Request, isGood: Bool) {
        if mutation == .answerLost { return }
        switch request.id {
        case .put(let ticket):
            let failure = TransportFailure(.timeout, reason: "time is up")
            let result: SubmissionResult = isGood ? .accepted(status: 202) : .unavailable(.unanswered(failure))
            input(.attempted([AppStoreAnswer(ticket: ticket, result: result, duration: .seconds(1))]))
        case .letter(let ticket):
            let error = KafkaError(code: .messageTimedOut, reason: "not acknowledged in time")
            input(.published([DeliveryReport(ticket: ticket, error: isGood ? nil : error)]))
        }
    }

    private mutating func answerBefore(_ request: Request) {
        outBefore.removeAll { $0.id == request.id }
        partitions[Int(request.record.partition)].ended.insert(request.record.offset)
        answer(request, isGood: true)
    }

    private mutating func crash() {
        for index in partitions.indices { partitions[index].drop() }
        outBefore = mutation == .earlierAnswers ? out : []
        (out, heard, paused, commit, holdsRevoke, returnsMetadata) = ([], [], [], nil, false, false)
        pipeline = Self.newPipeline()
        let actions = pipeline.start(at: now)
        perform(actions)
    }

    mutating func input(_ input: Input) {
        let actions = pipeline.handle(input, at: now)
        perform(actions)
    }
}
