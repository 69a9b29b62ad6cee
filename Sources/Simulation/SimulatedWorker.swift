import Flow
import Kafka
import Worker

/// One worker: its real pipeline, and what its adapters would hold for it.
///
/// It is a class because it is looked at everywhere: as a value it is copied at each look in a debug build.
final class SimulatedWorker {
    /// What the group has told it and it has not polled yet.
    enum Message {
        case assigned([Int32], generation: Int)
        case revoking
        case lost
        case event(ConsumerEvent)
    }

    /// A request that is out.
    struct Request {
        var notification: Int
        var partition: Int32
    }

    /// `nil` while no process runs.
    var pipeline: Pipeline?
    /// Which process it is: what was meant for an earlier one is never delivered.
    let life: Int
    /// As the group knows it; `nil` when it has not joined.
    var member: Int?
    var generation = 0
    var inbox: [Message] = []
    var turn: ConsumerTurn?
    var turnNumber = 0
    /// Where it reads each partition that it believes to have.
    var positions: [Int32: Int64] = [:]
    var paused: Set<Int32> = []
    /// A revoke has been announced to it and waits for its turn.
    var holdsRevoke = false
    var revokeNumber = 0
    var isCommitOut = false
    /// It ordered its last commit before all that was out had come back.
    var drainRanOut = false
    var stalledUntil: Instant?
    var out: [UInt64: Request] = [:]
    /// Notifications of which it has heard that they were accepted.
    var heard: Set<Int> = []
    var isStopping = false
    /// Its producer has failed for good: it takes nothing until there is a new one.
    var producerHasFailed = false

    init(life: Int) {
        self.life = life
    }
}
