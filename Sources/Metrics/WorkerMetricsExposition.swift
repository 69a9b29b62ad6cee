extension WorkerMetrics {
    /// What each metric means, in the order of the exposition.
    package var catalogue: [MetricDescription] { families.map(\.description) }

    /// The answer to a scrape.
    package var exposition: Exposition {
        var exposition = Exposition()
        for family in families {
            family.write(to: &exposition)
        }
        return exposition
    }

    private var families: [any Exposable] {
        [
            recordsConsumed, recordsSkipped, events, deadLetters, deadLetterPublishFailures,
            deadLettersReduced, deadLettersTooLarge, producersLost, brake, recordsParked, parkingFailures,
            outcomePublishFailures, outcomesRead, outcomeLoadsCutOff, rememberedNotifications,
            submissions, submissionDuration, retries, eventLatency, timeLeft, eventsExpired, batchSize, batchFill,
            lateResults, commits, positionsLost, kafkaFaults, stalls,
            inFlight, pending, eventsNearDeadline, oldestPending, oldestPendingOffset, recordsAhead, consumerLag,
            assignedPartitions, appPaused, rateLimit,
            buildInfo, processStartTime, processCPU, processResidentMemory, processOpenFiles,
        ]
    }
}
