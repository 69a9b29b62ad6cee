import AppStoreServer
import Flow

/// Decides which lane may send next, so that no lane starves another: lanes that could send take turns, and none takes
/// more than its part of the requests in flight while others wait.
///
/// A lane is looked at when something happened to it or its alarm rings, never just because others are busy: the cost does
/// not grow with the number of idle apps.
package struct Dispatcher: Sendable {
    private var lanes: [Lane]
    private let maxInFlight: Int
    /// Lanes that could send if there were room, in the order of their turns.
    private var runnable: [Int] = []
    private var isRunnable: [Bool]
    /// Those of them that have their part of the requests in flight already.
    private var aside: [Int] = []
    private var alarms = DueQueue<Instant, Int>()
    private var alarm: [Instant?]
    private var touched: [Int] = []
    private var isTouched: [Bool]
    private(set) var inFlight = 0

    init(policy: PipelinePolicy, appCount: Int) {
        let count = appCount * LaneID.lanesPerApp
        lanes = (0..<count).map { index in
            Lane(policy: policy.lane, limit: policy.limit(in: LaneID(index: index).environment))
        }
        isRunnable = Array(repeating: false, count: count)
        isTouched = Array(repeating: false, count: count)
        alarm = Array(repeating: nil, count: count)
        maxInFlight = policy.maxInFlight
    }

    func lane(_ id: LaneID) -> Lane { lanes[id.index] }

    func mood(of id: LaneID, at now: Instant) -> LaneMood { lanes[id.index].mood(at: now) }

    /// When the App Store answered last in a lane.
    func answeredAt(in id: LaneID) -> Instant? { lanes[id.index].answeredAt }

    var laneCount: Int { lanes.count }

    /// The lanes in which more than so many submissions wait.
    func lanesOver(_ count: Int) -> [Int] {
        lanes.indices.filter { lanes[$0].pendingCount > count }
    }

    /// Whether a lane sends what waits in it, as fast as its limit lets it.
    func isMoving(_ id: LaneID, at now: Instant) -> Bool {
        let mood = mood(of: id, at: now)
        return !mood.isPaused && !mood.isBroken && mood.heldUntil == nil
    }

    mutating func setShare(_ share: RateShare, of id: LaneID, at now: Instant) {
        lanes[id.index].setShare(share, at: now)
        touch(id.index)
    }

    mutating func add(_ ticket: Ticket, to id: LaneID, deadline: UnixTime, at now: Instant) {
        lanes[id.index].add(ticket, deadline: deadline, at: now)
        touch(id.index)
    }

    mutating func add(_ ticket: Ticket, to id: LaneID, deadline: UnixTime, due: Instant) {
        lanes[id.index].add(ticket, deadline: deadline, due: due)
        touch(id.index)
    }

    mutating func removeAll(in indices: Set<Int>, where matches: (Ticket) -> Bool) {
        for index in indices { lanes[index].removeAll(where: matches) }
    }

    /// What an answer means for its submission, and what it has changed for the lane.
    struct Settlement {
        let verdict: Verdict
        let before: LaneMood
        let after: LaneMood
    }

    mutating func settle(
        _ answer: AppStoreAnswer,
        in id: LaneID,
        _ history: inout AttemptHistory,
        at now: Moment,
        jitter: Double
    ) -> Settlement {
        inFlight -= 1
        touch(id.index)
        // The lane is lent, not fetched: it would be copied for each question.
        func settle(_ lane: inout Lane) -> Settlement {
            let before = lane.mood(at: now.instant)
            let verdict = lane.settle(answer, &history, at: now, jitter: jitter)
            return Settlement(verdict: verdict, before: before, after: lane.mood(at: now.instant))
        }
        return settle(&lanes[id.index])
    }

    /// Takes back a submission that was taken for a batch and was not started after all.
    mutating func abandon(_ ticket: Ticket, in id: LaneID) {
        inFlight -= 1
        lanes[id.index].abandon(ticket)
        touch(id.index)
    }

    /// Lets the lanes of an app that signs with another key now try it at once.
    mutating func keyReplaced(ofApp app: Int, at now: Instant) {
        for index in lanes.indices where LaneID(index: index).app == app {
            lanes[index].keyReplaced(at: now)
            touch(index)
        }
    }

    /// Takes out what has missed its deadline in lanes that are due to be looked at.
    mutating func takeExpired(at now: Moment) -> [Ticket] {
        while let index = alarms.popDue(at: now.instant) {
            // An alarm that was set anew since rings later.
            guard let due = alarm[index], due <= now.instant else { continue }
            alarm[index] = nil
            touch(index)
        }
        var expired: [Ticket] = []
        for index in touched { expired += lanes[index].takeExpired(at: now) }
        return expired
    }

    /// Takes the next batch of any lane.
    mutating func takeBatch(at now: Moment) -> (lane: LaneID, tickets: [Ticket])? {
        for index in touched {
            isTouched[index] = false
            review(index, at: now)
        }
        touched.removeAll(keepingCapacity: true)
        while inFlight < maxInFlight {
            guard let index = nextRunnable() else { return nil }
            isRunnable[index] = false
            let tickets = lanes[index].takeBatch(upTo: room(for: index), at: now)
            inFlight += tickets.count
            review(index, at: now)
            if !tickets.isEmpty { return (LaneID(index: index), tickets) }
        }
        return nil
    }

    /// Whether events wait, and only for apps that are refused.
    var isEveryLanePaused: Bool {
        let waiting = lanes.filter { $0.pendingCount + $0.inFlight > 0 }
        return !waiting.isEmpty && waiting.allSatisfy(\.isPaused)
    }

    /// Since when an app has been paused; of several, the one that came last, with which the last one stopped.
    var pausedSince: Moment? {
        lanes.filter { $0.isPaused && $0.pendingCount + $0.inFlight > 0 }.compactMap(\.pause?.since)
            .max { $0.instant < $1.instant }
    }

    /// When something is due although nothing happens.
    var nextAlarm: Instant? { alarms.nextDue }

    /// Lanes that have used their part wait until the others have had theirs.
    private mutating func nextRunnable() -> Int? {
        while !runnable.isEmpty {
            let index = runnable.removeFirst()
            guard lanes[index].inFlight >= part, !runnable.isEmpty || !aside.isEmpty else { return index }
            aside.append(index)
        }
        runnable = aside
        aside.removeAll(keepingCapacity: true)
        return runnable.isEmpty ? nil : runnable.removeFirst()
    }

    /// An equal part of the requests in flight for each lane that could send; at least one, so that every lane moves.
    private var part: Int { max(1, maxInFlight / (runnable.count + aside.count + 1)) }

    private func room(for index: Int) -> Int {
        let free = maxInFlight - inFlight
        guard !runnable.isEmpty || !aside.isEmpty else { return free }
        return min(free, max(1, part - lanes[index].inFlight))
    }

    /// Has a lane looked at in this step, once however much has happened to it.
    private mutating func touch(_ index: Int) {
        guard !isTouched[index] else { return }
        isTouched[index] = true
        touched.append(index)
    }

    private mutating func review(_ index: Int, at now: Moment) {
        if !isRunnable[index], let opening = lanes[index].opening(at: now), opening <= now.instant {
            isRunnable[index] = true
            runnable.append(index)
        }
        guard let due = lanes[index].nextAlarm(at: now), due < alarm[index] ?? .distantFuture else { return }
        alarm[index] = due
        alarms.insert(index, due: due)
    }
}
