import AppStoreServer
import Flow
import Worker

extension Stage {
    /// The values that keep order, at sizes that show whether their cost grows.
    static var flow: [Stage] {
        [1, 1000, 1_000_000].flatMap { [tracker(open: $0), dueQueue(holding: $0)] } + [batcher, limiter]
    }

    /// A record begins and the oldest one ends, while so many are open.
    private static func tracker(open: Int) -> Stage {
        Stage("offset tracker, \(open) open", operations: 10_000) {
            var tracker = OffsetTracker(committed: 0)
            var next: Int64 = 0
            while next < Int64(open) {
                _ = tracker.begin(next)
                next += 1
            }
            return {
                for _ in 0..<$0 {
                    _ = tracker.begin(next)
                    _ = tracker.finish(next - Int64(open))
                    next += 1
                }
            }
        }
    }

    /// An element comes and the first one goes, while it holds so many.
    private static func dueQueue(holding count: Int) -> Stage {
        Stage("due queue, \(count) in it", operations: 10_000) {
            var random = SeededGenerator(seed: 1)
            var queue = DueQueue<Int64, UInt64>()
            for number in 0..<UInt64(count) { queue.insert(number, due: .random(in: 0..<1_000_000, using: &random)) }
            return {
                for _ in 0..<$0 {
                    let due = (queue.nextDue ?? 0) + .random(in: 0..<1_000_000, using: &random)
                    queue.insert(0, due: due)
                    keep(queue.pop())
                }
            }
        }
    }

    /// An event waits in its lane, goes out with 49 others and is settled.
    private static var batcher: Stage {
        Stage("batcher", operations: 1000) {
            var lane = Lane(policy: LanePolicy(), limit: RateLimit(perSecond: 1_000_000))
            var now = Moment.start
            lane.setShare(.starts(1_000_000, within: .seconds(1)), at: now.instant)
            now.pass(.seconds(2))
            var number: UInt64 = 0
            return {
                for _ in 0..<$0 / 50 {
                    for _ in 0..<50 {
                        number += 1
                        lane.add(Ticket(number: number), deadline: now.date + .seconds(3600), at: now.instant)
                    }
                    for ticket in lane.takeBatch(upTo: 50, at: now) {
                        var history = AttemptHistory()
                        let answer = AppStoreAnswer(
                            ticket: ticket.number,
                            result: .accepted(status: 202),
                            duration: .zero
                        )
                        keep(lane.settle(answer, &history, at: now, jitter: 0))
                    }
                    now.pass(.milliseconds(1))
                }
            }
        }
    }

    private static var limiter: Stage {
        Stage("limiter", operations: 10_000) {
            var limiter = RateLimiter(limit: RateLimit(perSecond: 1000))
            var now = Moment.start
            limiter.setShare(.starts(1000, within: .seconds(1)), at: now.instant)
            return {
                for _ in 0..<$0 {
                    now.pass(.milliseconds(1))
                    keep(limiter.reserve(upTo: 1, at: now))
                }
            }
        }
    }
}
