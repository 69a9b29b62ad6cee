package import Flow
import Kafka
package import Metrics

extension Telemetry {
    /// The numbers of this moment: what was counted, and what stands now.
    package func metrics(of pipeline: Pipeline, at now: Moment) -> WorkerMetrics {
        var metrics = metrics
        metrics.inFlight.set(to: Double(pipeline.dispatcher.inFlight))
        metrics.rememberedNotifications.set(to: Double(pipeline.seen.count))
        metrics.brakeTripped.set(to: pipeline.life.isBraked ? 1 : 0)
        metrics.stalls.set(to: Double(pipeline.watch.stalls.count))
        metrics.deadLettersTooLarge.set(to: Double(pipeline.lettersTooLarge.count))
        metrics.assignedPartitions.set(to: Double(pipeline.partitions.count))
        setPartitions(of: pipeline, at: now, in: &metrics)
        setLanes(of: pipeline, at: now.instant, in: &metrics)
        setDeadlines(of: pipeline, at: now, in: &metrics)
        if let usage = ProcessUsage.read() { metrics.record(usage) }
        return metrics
    }

    private func setPartitions(of pipeline: Pipeline, at now: Moment, in metrics: inout WorkerMetrics) {
        let oldest = pipeline.oldestOpen()
        for (key, partition) in pipeline.partitions {
            let label = label(of: key)
            metrics.oldestPending.set(label, to: oldest[key].map { (now.instant - $0.instant).seconds } ?? 0)
            metrics.recordsAhead.set(label, to: Double(partition.tracker.ahead))
            if let offset = partition.tracker.oldestOpen {
                metrics.oldestPendingOffset.set(label, to: Double(offset))
            }
            if let lag = partition.lag { metrics.consumerLag.set(label, to: Double(lag)) }
        }
    }

    private func setLanes(of pipeline: Pipeline, at now: Instant, in metrics: inout WorkerMetrics) {
        // Both endpoints of an app share their labels: what waits is added up, and the slower one is shown.
        var pending: [AppLabels: Int] = [:]
        var rates: [AppLabels: Double] = [:]
        for index in 0..<pipeline.dispatcher.laneCount {
            let id = LaneID(index: index)
            let lane = pipeline.dispatcher.lane(id)
            let labels = labels(of: id)
            pending[labels, default: 0] += lane.pendingCount
            rates[labels] = min(lane.share(at: now), rates[labels] ?? .infinity)
            guard let pause = lane.pause, pause.isConfirmed else { continue }
            metrics.appPaused.set(CauseLabels(labels, cause: pause.cause.pauseCause), to: 1)
        }
        for (labels, count) in pending { metrics.pending.set(labels, to: Double(count)) }
        for (labels, rate) in rates { metrics.rateLimit.set(labels, to: rate) }
    }

    private func setDeadlines(of pipeline: Pipeline, at now: Moment, in metrics: inout WorkerMetrics) {
        let counts = pipeline.nearDeadline(within: .seconds(3600), at: now.date)
        for index in 0..<pipeline.dispatcher.laneCount {
            metrics.eventsNearDeadline.set(labels(of: LaneID(index: index)), to: 0.0)
        }
        for (labels, count) in Dictionary(counts.map { (labels(of: $0), $1) }, uniquingKeysWith: +) {
            metrics.eventsNearDeadline.set(labels, to: Double(count))
        }
    }
}
