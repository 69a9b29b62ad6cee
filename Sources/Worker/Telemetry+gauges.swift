import Flow
import Kafka
import Metrics

extension Telemetry {
    /// The numbers of this moment: what was counted, and what stands now.
    func metrics(of pipeline: Pipeline, at now: Moment) -> WorkerMetrics {
        var metrics = metrics
        metrics.inFlight.set(to: Double(pipeline.dispatcher.inFlight))
        metrics.stalls.set(to: Double(pipeline.watch.stalls.count))
        metrics.assignedPartitions.set(to: Double(pipeline.partitions.count))
        setPartitions(of: pipeline, at: now, in: &metrics)
        setLanes(of: pipeline, at: now.instant, in: &metrics)
        if let usage = ProcessUsage.read() { metrics.record(usage) }
        return metrics
    }

    private func setPartitions(of pipeline: Pipeline, at now: Moment, in metrics: inout WorkerMetrics) {
        let oldest = pipeline.oldestOpen()
        for (key, partition) in pipeline.partitions {
            let label = PartitionLabel(key.partition)
            metrics.oldestPending.set(label, to: oldest[key].map { (now.instant - $0.instant).seconds } ?? 0)
            metrics.recordsAhead.set(label, to: Double(partition.tracker.ahead))
            if let offset = partition.tracker.oldestOpen {
                metrics.oldestPendingOffset.set(label, to: Double(offset))
            }
            if let lag = partition.lag { metrics.consumerLag.set(label, to: Double(lag)) }
        }
    }

    private func setLanes(of pipeline: Pipeline, at now: Instant, in metrics: inout WorkerMetrics) {
        // Both endpoints of an app share their labels: what waits is added up.
        var pending: [AppLabels: Int] = [:]
        for index in 0..<pipeline.dispatcher.laneCount {
            let id = LaneID(index: index)
            let lane = pipeline.dispatcher.lane(id)
            let labels = labels(of: id)
            pending[labels, default: 0] += lane.pendingCount
            metrics.rateLimit.set(labels, to: lane.share(at: now))
            guard let pause = lane.pause, pause.isConfirmed else { continue }
            metrics.appPaused.set(CauseLabels(labels, cause: pause.cause.pauseCause), to: 1)
        }
        for (labels, count) in pending { metrics.pending.set(labels, to: Double(count)) }
    }
}
