import AppStoreServer
import ConsumptionRules
import Flow
import Kafka
package import Metrics

/// Turns what happened into metrics; nothing else counts for them.
package struct Telemetry: Sendable {
    private(set) var metrics: WorkerMetrics
    /// librdkafka's latest, as it wrote them.
    private(set) var kafkaStatistics: String?
    /// Bundle ids in the order of the configuration.
    let apps: [String]
    private let deferredTopic: String?
    // What comes with every event, looked up once.
    private var submissionSeries: [Int: Family<SubmissionLabels, Counter>.Series] = [:]
    private var acceptedSeries: Family<OutcomeLabel, Counter>.Series?
    private var latestDurations: (environment: AppStoreEnvironment, series: Family<EnvironmentLabel, Histogram>.Series)?

    package init(
        build: BuildLabels,
        apps: [String],
        deferredTopic: String? = nil,
        certificates: [CertificateTerm] = []
    ) {
        metrics = WorkerMetrics(build: build)
        self.apps = apps
        self.deferredTopic = deferredTopic
        for certificate in certificates {
            metrics.certificateExpiry.set(
                SettingLabel(certificate.setting),
                to: Double(certificate.notAfter.milliseconds / 1000)
            )
        }
        for app in apps {
            showZeros(of: app)
            prepareGauges(of: app)
        }
    }

    /// Shows the series whose first change must be seen as one, and not as a series that is new.
    private mutating func showZeros(of app: String) {
        for environment in AppStoreEnvironment.allCases {
            let labels = AppLabels(app: app, environment: environment.rawValue)
            for status in [202, 429] { metrics.submissions.increment(SubmissionLabels(labels, status: status), by: 0) }
            metrics.eventsExpired.increment(labels, by: 0)
        }
    }

    /// What a scrape sets is set in a copy: were its lines made there, the loop would make them anew each time.
    private mutating func prepareGauges(of app: String) {
        for environment in AppStoreEnvironment.allCases {
            let labels = AppLabels(app: app, environment: environment.rawValue)
            metrics.pending.prepare(labels)
            metrics.rateLimit.prepare(labels)
            metrics.eventsNearDeadline.prepare(labels)
        }
    }

    private mutating func prepareGauges(of partition: TopicPartition) {
        let label = label(of: partition)
        metrics.consumerLag.prepare(label)
        metrics.oldestPending.prepare(label)
        metrics.oldestPendingOffset.prepare(label)
        metrics.recordsAhead.prepare(label)
    }

    func label(of partition: TopicPartition) -> PartitionLabel {
        PartitionLabel(partition.partition, isDeferred: partition.topic == deferredTopic)
    }

    func labels(of lane: LaneID) -> AppLabels {
        AppLabels(app: apps[lane.app], environment: lane.environment.rawValue)
    }

    /// The number of a partition, after `deferred-` where it is one of the deferred topic.
    func name(of partition: TopicPartition) -> String { label(of: partition).values[0] }

    func name(of lane: LaneID) -> String { apps[lane.app] }

    package mutating func record(_ note: Note) {
        switch note {
        case .consumed(let partition, let count):
            metrics.recordsConsumed.increment(label(of: partition), by: UInt(count))
        case .skipped(let partition, let count):
            metrics.recordsSkipped.increment(label(of: partition), by: UInt(count))
        case .finished(let event): record(event)
        case .started(_, let count, let batchSize):
            metrics.batchSize.observe(Double(count))
            metrics.batchFill.observe(Double(count) / Double(batchSize))
        case .answered(let attempt): record(attempt)
        case .positionLost: metrics.positionsLost.increment()
        case .missing(let condition, _, _): metrics.kafkaFaults.set(condition.label, to: 1)
        case .restored(let condition): metrics.kafkaFaults.set(condition.label, to: 0)
        case .lateResult: metrics.lateResults.increment()
        case .parked(let lane): metrics.recordsParked.increment(labels(of: lane))
        case .parkingFailed: metrics.parkingFailures.increment()
        case .outcomeFailed: metrics.outcomePublishFailures.increment()
        case .outcomesRead(_, let page): metrics.outcomesRead.increment(by: UInt(page.accepted.count))
        case .outcomesCutOff: metrics.outcomeLoadsCutOff.increment()
        case .publishFailed: metrics.deadLetterPublishFailures.increment()
        case .letterReduced: metrics.deadLettersReduced.increment()
        case .producerFailed: metrics.producersLost.increment()
        case .committed(let outcome): metrics.commits.increment(outcome.error == nil ? .committed : .failed)
        case .statistics(let json): kafkaStatistics = json
        case .assigned(let assigned): for partition in assigned { prepareGauges(of: partition.topicPartition) }
        case .revoked(let partitions, _), .lost(let partitions): forget(partitions)
        default: break
        }
    }

    private mutating func record(_ event: FinishedEvent) {
        switch event.outcome {
        case .accepted:
            let series = acceptedSeries ?? metrics.events.series(for: .accepted)
            acceptedSeries = series
            metrics.events.increment(series)
            if let timeLeft = event.timeLeft { metrics.timeLeft.observe(max(.zero, timeLeft)) }
        case .deadLettered: metrics.events.increment(.deadLettered)
        case .duplicate: metrics.events.increment(.duplicate)
        }
        if let reason = event.reason {
            metrics.deadLetters.increment(DeadLetterLabels(reason: reason.code, stage: reason.stage.rawValue))
            if reason.stage == .deadline, let lane = event.lane { metrics.eventsExpired.increment(labels(of: lane)) }
        }
        // A producer may write any time into a record: one from the future says nothing about latency.
        guard let recordTime = event.recordTime, recordTime <= event.finishedAt else { return }
        metrics.eventLatency.observe(event.finishedAt - recordTime, event.exemplar)
    }

    private mutating func record(_ attempt: Attempt) {
        let (lane, result) = (attempt.lane, attempt.result)
        metrics.submissions.increment(submissions(in: lane, result.status))
        metrics.submissionDuration.observe(durations(in: lane.environment), attempt.duration)
        if let cause = result.retryCause { metrics.retries.increment(CauseLabels(labels(of: lane), cause: cause)) }
    }

    private mutating func submissions(in lane: LaneID, _ status: Int?) -> Family<SubmissionLabels, Counter>.Series {
        let key = lane.index << 16 | (status ?? 0)
        if let series = submissionSeries[key] { return series }
        let series = metrics.submissions.series(for: SubmissionLabels(labels(of: lane), status: status))
        submissionSeries[key] = series
        return series
    }

    private mutating func durations(in environment: AppStoreEnvironment) -> Family<EnvironmentLabel, Histogram>.Series {
        if let latest = latestDurations, latest.environment == environment { return latest.series }
        let series = metrics.submissionDuration.series(for: EnvironmentLabel(environment.rawValue))
        latestDurations = (environment, series)
        return series
    }

    /// The series of partitions that are gone would stand still for ever.
    private mutating func forget(_ partitions: [TopicPartition]) {
        for label in partitions.map(label) {
            metrics.recordsConsumed.remove(label)
            metrics.recordsSkipped.remove(label)
        }
    }
}

extension FinishedEvent {
    fileprivate var exemplar: Exemplar? {
        traceID.map { Exemplar(traceID: $0, at: .milliseconds(finishedAt.milliseconds)) }
    }
}

extension Condition {
    fileprivate var label: ConditionLabel {
        switch self {
        case .brokers: .brokers
        case .topics: .topics
        case .outcomes: .outcomes
        case .access: .access
        }
    }
}
