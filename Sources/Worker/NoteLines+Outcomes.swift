import Flow
import Kafka

extension NoteLines {
    /// What a person reads about outcomes; `nil` for a note that is about something else.
    mutating func outcomeLine(for note: Note, at now: Moment) -> LogLine? {
        switch note {
        case .outcomeFailed(let error):
            damped("outcome \(error.code)", at: now) {
                LogLine(
                    .error,
                    "outcome not published",
                    fields(of: error) + [.text("next", "it is tried again; its partition does not commit past it")] + $0
                )
            }
        case .outcomesUnread(let error):
            damped("unread \(error.code)", at: now) {
                LogLine(
                    .warning,
                    "outcomes not read",
                    fields(of: error) + [.text("next", "it is tried again; the partition waits")] + $0
                )
            }
        case .outcomesRead(let partition, let page): line(for: page, of: partition, at: now)
        case .outcomesLoaded(let partition, let progress):
            LogLine(.info, "outcomes read", progressFields(partition, progress))
        case .outcomesCutOff(let partition, let progress):
            LogLine(
                .warning,
                "partition goes on without all of its outcomes",
                progressFields(partition, progress)
                    + [.text("next", "what is not read yet may be sent again; the reading goes on")]
            )
        default: nil
        }
    }

    private mutating func line(for page: OutcomeReading.Page, of partition: Int32, at now: Moment) -> LogLine? {
        if page.unreadable > 0 {
            return damped("unreadable \(partition)", at: now) {
                LogLine(
                    .warning,
                    "records of the outcome topic are not understood",
                    [
                        .integer("partition", Int(partition)), .integer("records", page.unreadable),
                        .text("next", "they are passed over: nothing but workers should write there"),
                    ] + $0
                )
            }
        }
        guard page.nextOffset < page.end else { return nil }
        return damped("outcomes \(partition)", at: now) {
            LogLine(
                .info,
                "outcomes are being read",
                [
                    .integer("partition", Int(partition)), .integer("offset", page.nextOffset),
                    .integer("end", page.end),
                ] + $0
            )
        }
    }

    private func progressFields(_ partition: Int32, _ progress: OutcomeProgress) -> [LogLine.Field] {
        [.integer("partition", Int(partition)), .integer("accepted", progress.found)]
            + (progress.next.map { [.integer("offset", $0)] } ?? [])
            + (progress.end.map { [.integer("end", $0)] } ?? [])
    }
}
