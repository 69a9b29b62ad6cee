import Flow
import Kafka

extension StatusReading {
    /// What `/readyz` looks at, each check with the time for which it has failed.
    var readiness: [ProbeCheck] {
        let hindrances = pipeline.hindrances
        return ReadinessCheck.allCases.map { check in
            let failures = hindrances.filter { $0.check == check }
            let ages = failures.compactMap { since($0).map { now.date - $0 } }
            return ProbeCheck(name: check.rawValue, reasons: failures.map(\.reason), age: ages.max())
        }
    }

    /// What `/healthz` looks at inside the loop: for how long nothing has come of what should, and how long that may be.
    var liveness: [ProbeCheck] {
        let stalls = pipeline.watch.stalls
        let limit = pipeline.policy.stallAfter
        let joining = pipeline.watch.joiningSince.map { now.instant - $0 }
        let standing = pipeline.partitions.values.filter { $0.lag ?? 0 > 0 }.map { now.instant - $0.movedAt }
        return [
            ProbeCheck(
                name: "group",
                reasons: stalls.filter { $0 == .joining }.map(\.reason),
                age: joining,
                limit: limit
            ),
            ProbeCheck(
                name: "partitions",
                reasons: stalls.filter { $0 != .joining }.map(\.reason).sorted(),
                age: standing.max(),
                limit: limit
            ),
        ]
    }

    private func since(_ hindrance: Hindrance) -> UnixTime? {
        switch hindrance {
        case .missing(let condition, _): chronicle.since[.missing(condition)]
        case .notJoined: chronicle.startedAt
        case .braked: chronicle.since[.braked]
        case .ending: chronicle.since[.ending]
        case .unpublished: pipeline.unpublished.since?.date
        case .producerFailed, .letterTooLarge, .outcomesUnread: nil
        case .everyAppPaused: pipeline.dispatcher.pausedSince?.date
        }
    }
}
