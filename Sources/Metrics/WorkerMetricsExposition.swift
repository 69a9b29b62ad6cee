extension WorkerMetrics {
    /// The descriptions of the metrics that there are numbers for, in the order of the exposition.
    package var descriptions: [MetricDescription] { families.map(\.description) }

    /// The answer to a scrape.
    package func exposition(_ format: ExpositionFormat) -> Exposition {
        var exposition = Exposition(format)
        for family in families { family.write(to: &exposition) }
        exposition.end()
        return exposition
    }

    private var families: [any Exposable] {
        [
            recordsConsumed, recordsSkipped, consumerLag, assignedPartitions,
            events, eventLatency, deadLetters, deadLetterPublishFailures, deadLettersReduced, deadLettersTooLarge,
            producersLost, brakeTripped, recordsParked, parkingFailures,
            outcomePublishFailures, outcomesRead, outcomeLoadsCutOff, rememberedNotifications,
            submissions, submissionDuration, retries, batchSize, batchFill,
            inFlight, pending, oldestPending, oldestPendingOffset, recordsAhead, timeLeft, eventsNearDeadline,
            eventsExpired,
            appPaused, rateLimit,
            commits, lateResults, positionsLost, kafkaFaults, stalls,
            brokerUp, brokerRoundTrip, brokerTransmitErrors, brokerReceiveErrors, brokerTimeouts, fetchQueueRecords,
            fetchQueueSize, groupState, rebalances,
            spans, loopTime, certificateExpiry, buildInfo,
            processStartTime, processCPU, processResidentMemory, processVirtualMemory, processOpenFiles,
            processMaximumFiles,
        ]
    }
}
