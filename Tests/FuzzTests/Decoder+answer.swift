import AppStoreServer
import ConsumptionRules
import Flow
import Kafka

@testable import Worker

extension Decoder {
    /// An answer of the App Store, or of whoever stands in its place, and what its lane makes of it.
    static let answer = Decoder(name: "answer") { bytes in
        let input = HeadedInput(bytes)
        let now = Moment(instant: Instant(nanoseconds: 0), date: UnixTime(milliseconds: 1_800_000_000_000))
        let response = HTTPResponse(
            status: input["status"].flatMap { Int($0) } ?? 429,
            retryAfter: input.field("retry-after"),
            date: input.field("date"),
            body: input.body,
            isComplete: input["cut"] == nil
        )
        let result = SubmissionResult(response, at: .milliseconds(now.date.milliseconds))
        let texts = [result.refusal?.errorMessage, result.refusal?.bodyHead].compactMap(\.self)
        return firstComplaint([
            ("text that is long or more than a line", texts.allSatisfy { $0.utf8.count <= 512 && $0.isPlainLine }),
            ("a token is repeated", !texts.contains { $0.contains("eyJ") }),
        ]) ?? complaint(about: result, at: now)
    }

    private static func complaint(about result: SubmissionResult, at now: Moment) -> String? {
        var lane = Lane(policy: LanePolicy(), limit: RateLimit(perSecond: 50))
        for attempt in 1...10 {
            var history = AttemptHistory()
            history.strikes = attempt
            let answer = AppStoreAnswer(ticket: UInt64(attempt), result: result, duration: .milliseconds(1))
            let verdict = lane.settle(answer, &history, at: now, jitter: 0.99)
            let limit = now.instant + .seconds(3601)
            switch verdict {
            case .done: continue
            case .waits(let until): if until > limit { return "a record waits for longer than an hour" }
            case .deadLetter(let reason):
                let isShort = reason.message.utf8.count <= Refusal.maximumMessageSize
                if !isShort || !reason.message.isPlainLine { return "a message that is no line" }
            }
            if let held = lane.heldUntil, held > limit { return "a lane is held for longer than an hour" }
        }
        return nil
    }
}
