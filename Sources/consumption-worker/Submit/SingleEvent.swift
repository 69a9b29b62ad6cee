import AppStoreServer
import Configuration
import ConsumptionRules

/// An event that may be sent now, with the request that sends it.
struct SingleEvent {
    let report: ConsumptionReport
    let request: AppStoreRequest

    /// Asks everything that the worker asks before it sends.
    ///
    /// - Parameter now: The time to judge by.
    /// - Throws: All for which the worker would not send it.
    init(
        _ bytes: [UInt8],
        apps: [AppCredentials],
        deadline: WorkerConfiguration.Submission.Deadline,
        at now: UNIXMilliseconds
    ) throws(EventNotSent) {
        switch Judgement(of: bytes, at: now, isConfigured: { id in apps.contains { $0.bundleID == id } }) {
        case .refused(let refusal): throw EventNotSent(reasons: refusal.violations.map(\.description))
        case .report(let report): self.report = report
        }
        let end = report.signedDate.value + Int64((deadline.window - deadline.margin) / .milliseconds(1))
        guard now.value < end else { throw .late(by: now.value - end) }
        guard let app = apps.firstIndex(where: { [report] in $0.bundleID == report.bundleID }),
            let path = ConsumptionPath(report.path)
        else { throw EventNotSent(reasons: ["its transactionId makes no path of Apple's API"]) }
        var body: [UInt8] = []
        report.appendBody(to: &body)
        request = AppStoreRequest(ticket: 0, app: app, environment: report.environment, path: path, body: body)
    }

    /// Which event it is, for a person.
    var text: String {
        let name = "notification \(report.notificationUUID) of \(report.bundleID)"
        return TitledRow("Event", "\(name), \(report.environment.rawValue), \(report.endpoint.rawValue)").text
    }
}

/// Why an event is not sent.
struct EventNotSent: Error {
    /// At least one, each with its code.
    let reasons: [String]

    fileprivate static func late(by milliseconds: Int64) -> EventNotSent {
        let minutes = milliseconds / 60_000
        return EventNotSent(
            reasons: [
                """
                DeadlineExceededError at $.signedDate: submission.deadline ended \(minutes / 60) h \(minutes % 60) min ago; \
                Apple takes answers for 12 hours
                """
            ]
        )
    }
}
