import Flow

/// Something that goes wrong, once or for a while.
enum Fault: Sendable {
    /// A worker's process is killed and started again.
    case crash(worker: Int, back: Duration)
    /// A worker is told to end in good order and is started again.
    case stop(worker: Int, back: Duration)
    /// A worker's process stands still.
    case stall(worker: Int, Duration)
    /// The group puts a worker out that is alive; it learns of it later.
    case eviction(worker: Int, noticed: Duration)
    case trouble(Trouble, Duration)

    /// A state of the world that lasts for a while.
    enum Trouble: Hashable, Sendable {
        /// The App Store answers 503.
        case outage
        /// The App Store does not answer before the time for a request is up.
        case hang
        /// Answers of the App Store get lost.
        case lostAnswers
        case throttling
        /// The tokens of one app are refused.
        case unauthorized(app: Int)
        /// Commits fail, or their answers are lost or late.
        case commits
        /// Dead letters are not taken.
        case letters
    }

    static func any(workerCount: Int, appCount: Int, _ random: inout SeededGenerator) -> Fault {
        let worker = Int.random(in: 0..<workerCount, using: &random)
        let span = Duration.milliseconds(Int.random(in: 100...9000, using: &random))
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1: return .crash(worker: worker, back: span)
        case 2, 3: return .stop(worker: worker, back: span)
        case 4: return .stall(worker: worker, span)
        case 5: return .eviction(worker: worker, noticed: span / 3)
        case 6: return .trouble(.outage, span)
        case 7: return .trouble(.hang, span)
        case 8: return .trouble(.lostAnswers, span)
        case 9: return .trouble(.throttling, span)
        case 10: return .trouble(.unauthorized(app: Int.random(in: 0..<appCount, using: &random)), span)
        default: return .trouble(Bool.random(using: &random) ? .commits : .letters, span)
        }
    }
}
