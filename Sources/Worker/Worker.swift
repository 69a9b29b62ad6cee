import AppStoreServer
import Flow
import Kafka

/// The one loop: it waits for what happens, asks the pipeline what to do, and does it.
package struct Worker: Sendable {
    private enum Arrival: Sendable {
        case input(Input)
        case check(BrokerCheck)
        case answers([AppStoreAnswer])
        case reports([DeliveryReport])
        case diagnostic(ProducerDiagnostic)
        case question(StatusDesk.Question)
        case keys([KeyFinding])
        case renewal(RenewalFinding)
        case outcomes(OutcomeReading)
        case stop
        /// A stream has ended: nothing more will come from there.
        case ended
    }

    private let source: any RecordSource
    private let sink: any RecordSink
    private let submitter: any Submitter
    /// `nil` without an outcome topic.
    private let outcomes: (any OutcomeSource)?
    private let keys: KeyFiles
    private let renewals: RenewalWatch
    private let desk: StatusDesk
    private let clock: SystemClock
    private let log: LogWriter
    /// `nil` while tracing is off.
    private let spans: SpanExporter?
    /// One element for each request to end in good order.
    private let stops: AsyncStream<Void>

    package init(
        source: any RecordSource,
        sink: any RecordSink,
        submitter: any Submitter,
        outcomes: (any OutcomeSource)?,
        keys: KeyFiles,
        renewals: RenewalWatch,
        desk: StatusDesk,
        clock: SystemClock,
        log: LogWriter,
        spans: SpanExporter?,
        stops: AsyncStream<Void>
    ) {
        self.source = source
        self.sink = sink
        self.submitter = submitter
        self.outcomes = outcomes
        self.keys = keys
        self.renewals = renewals
        self.desk = desk
        self.clock = clock
        self.log = log
        self.spans = spans
        self.stops = stops
    }

    /// Works until it is told to stop, or cannot go on.
    ///
    /// - Parameter product: What a status says of the program.
    package func run(_ start: Pipeline, _ telemetry: Telemetry, _ product: ProductStatus) async -> Ending {
        var pipeline = start
        var reporter = Reporter(telemetry, product, log: log, spans: spans, startedAt: clock.now().date)
        return await withTaskGroup(of: Arrival.self) { group in
            listenForChecks(&group)
            listenForAnswers(&group)
            listenForReports(&group)
            listenForDiagnostics(&group)
            listenForQuestions(&group)
            listenForKeys(&group)
            listenForRenewals(&group)
            listenForOutcomes(&group)
            group.addTask { [stops] in await stops.first { true } == nil ? .ended : .stop }
            var actions = pipeline.start(at: clock.now())
            while true {
                let now = clock.now()
                desk.turned(at: now.instant, to: .reporting)
                reporter.report(actions, of: pipeline, at: now)
                desk.turned(at: now.instant, to: .ordering)
                var refused: [DeliveryReport] = []
                if let ending = perform(actions, &group, &refused) {
                    group.cancelAll()
                    return ending
                }
                if refused.isEmpty {
                    desk.turned(at: clock.now().instant, to: .waiting)
                    actions = await next(&group, &pipeline, &reporter)
                } else {
                    desk.turned(at: clock.now().instant, to: .deciding)
                    // One by one: each was refused for itself, not as a part of a batch.
                    actions = refused.flatMap { pipeline.handle(.published([$0]), at: now) }
                }
            }
        }
    }

    /// Waits for the next arrival and lets the pipeline decide.
    ///
    /// - Parameter reporter: To read; handed over by itself, it would be copied with all metrics for each arrival.
    private func next(
        _ group: inout TaskGroup<Arrival>,
        _ pipeline: inout Pipeline,
        _ reporter: inout Reporter
    ) async -> [Action] {
        guard let arrival = await group.next() else { return [.close(Ending(reason: .stopped, leavingLimit: .zero))] }
        let now = clock.now()
        desk.turned(at: now.instant, to: .deciding)
        switch arrival {
        case .input(let input): return pipeline.handle(input, at: now)
        case .check(let check):
            listenForChecks(&group)
            return pipeline.handle(.checked(check), at: now)
        case .answers(let answers):
            listenForAnswers(&group)
            return pipeline.handle(.attempted(answers), at: now)
        case .reports(let reports):
            listenForReports(&group)
            return pipeline.handle(.published(reports), at: now)
        case .diagnostic(let diagnostic):
            listenForDiagnostics(&group)
            return pipeline.handle(.producerSaid(diagnostic), at: now)
        case .question(let question):
            listenForQuestions(&group)
            question.answer(from: LoopView(reporter: reporter, pipeline: pipeline, now: now))
            return []
        case .keys(let findings):
            listenForKeys(&group)
            return findings.flatMap { take($0, &pipeline, at: now) }
        case .renewal(let finding):
            listenForRenewals(&group)
            return [.note(.renewal(finding))] + (finding.isDue ? pipeline.handle(.recycleRequested, at: now) : [])
        case .outcomes(let reading):
            listenForOutcomes(&group)
            return pipeline.handle(.outcomesRead(reading), at: now)
        case .stop: return pipeline.handle(.stopRequested, at: now)
        case .ended: return []
        }
    }

    /// Hands a new key to the client before the pipeline orders what is to be signed with it.
    private func take(_ finding: KeyFinding, _ pipeline: inout Pipeline, at now: Moment) -> [Action] {
        var actions = [Action.note(.keyFile(finding))]
        if case .replaced(_, let apps, let key) = finding {
            for app in apps {
                submitter.replaceKey(ofApp: app, with: key)
                actions += pipeline.handle(.keyReplaced(app: app), at: now)
            }
        }
        return actions
    }

    /// Does what the pipeline said.
    ///
    /// - Parameter refused: Takes the reports of records that were refused at once.
    /// - Returns: How to end, if it is time.
    private func perform(
        _ actions: [Action],
        _ group: inout TaskGroup<Arrival>,
        _ refused: inout [DeliveryReport]
    ) -> Ending? {
        var ending: Ending?
        for action in actions {
            switch action {
            case .poll(let turn):
                group.addTask { [source, desk] in
                    desk.turnsKafka(true)
                    defer { desk.turnsKafka(false) }
                    return .input(.polled(await source.turn(turn)))
                }
            case .interruptPoll: source.interrupt()
            case .check(let partitions): source.check(partitions)
            case .submit(let requests): submitter.submit(requests)
            case .publish(let records): refused += sink.publish(records)
            case .renewProducer: sink.renew()
            case .readOutcomes(let order): outcomes?.read(order)
            case .close(let close): ending = close
            case .note: break
            }
        }
        return ending
    }

    private func listenForChecks(_ group: inout TaskGroup<Arrival>) {
        group.addTask { [source] in await source.checks.first { _ in true }.map { .check($0) } ?? .ended }
    }

    private func listenForAnswers(_ group: inout TaskGroup<Arrival>) {
        group.addTask { [submitter] in await submitter.answers.first { _ in true }.map { .answers($0) } ?? .ended }
    }

    private func listenForReports(_ group: inout TaskGroup<Arrival>) {
        group.addTask { [sink] in await sink.reports.first { _ in true }.map { .reports($0) } ?? .ended }
    }

    private func listenForDiagnostics(_ group: inout TaskGroup<Arrival>) {
        group.addTask { [sink] in await sink.diagnostics.first { _ in true }.map { .diagnostic($0) } ?? .ended }
    }

    private func listenForQuestions(_ group: inout TaskGroup<Arrival>) {
        group.addTask { [desk] in await desk.questions.first { _ in true }.map { .question($0) } ?? .ended }
    }

    private func listenForOutcomes(_ group: inout TaskGroup<Arrival>) {
        guard let outcomes else { return }
        group.addTask { await outcomes.nextReading().map { .outcomes($0) } ?? .ended }
    }

    private func listenForKeys(_ group: inout TaskGroup<Arrival>) {
        group.addTask { [keys] in await keys.nextFindings().map { .keys($0) } ?? .ended }
    }

    private func listenForRenewals(_ group: inout TaskGroup<Arrival>) {
        group.addTask { [renewals] in await renewals.nextFinding().map { .renewal($0) } ?? .ended }
    }
}
