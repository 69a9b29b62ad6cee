/// No labels: the metric has exactly one series.
package struct NoLabels: LabelSet {
    /// The only value.
    package init() {}

    /// No names.
    package static let names: [String] = []
    /// No values.
    package var values: [String] { [] }
}

/// A partition of the topic with the events, or of the one with parked records.
package struct PartitionLabel: LabelSet {
    /// `partition`.
    package static let names = ["partition"]
    private let partition: Int32
    private let isDeferred: Bool

    /// The label of this partition number.
    package init(_ partition: Int32, isDeferred: Bool = false) {
        self.partition = partition
        self.isDeferred = isDeferred
    }

    /// The number in decimal, after `deferred-` where it is one of the deferred topic.
    package var values: [String] { [(isDeferred ? "deferred-" : "") + String(partition)] }
}

/// A setting of the configuration.
package struct SettingLabel: LabelSet {
    /// `setting`.
    package static let names = ["setting"]
    private let setting: String

    /// The label of a setting, such as `http.certificateFile`.
    package init(_ setting: String) {
        self.setting = setting
    }

    /// As it is written in faults.
    package var values: [String] { [setting] }
}

/// What became of an event in the end.
package enum OutcomeLabel: String, LabelSet, CaseIterable {
    /// The App Store took it.
    case accepted
    /// The broker confirmed its dead letter.
    case deadLettered = "dead_lettered"
    /// The same notification was finished before.
    case duplicate

    /// `outcome`.
    package static let names = ["outcome"]
}

/// What the worker misses of Kafka.
package enum ConditionLabel: String, LabelSet, CaseIterable {
    /// No broker answers.
    case brokers
    /// A topic is not there, or must not be looked at.
    case topics
    /// The outcome topic lacks a partition.
    case outcomes
    /// Topic or group must not be used.
    case access

    /// `condition`.
    package static let names = ["condition"]
}

/// Why, and how far on its way, an event became a dead letter.
package struct DeadLetterLabels: LabelSet {
    /// `reason` and `stage`.
    package static let names = ["reason", "stage"]
    private let reason: String
    private let stage: String

    /// The first code of the dead letter, and its stage.
    package init(reason: String, stage: String) {
        self.reason = reason
        self.stage = stage
    }

    /// The reason and the stage.
    package var values: [String] { [reason, stage] }
}

/// An app in one environment: what has a lane of its own.
package struct AppLabels: LabelSet {
    /// `app` and `environment`.
    package static let names = ["app", "environment"]
    fileprivate let app: String
    fileprivate let environment: String

    /// The bundle id of a configured app, and `Production` or `Sandbox`.
    package init(app: String, environment: String) {
        self.app = app
        self.environment = environment
    }

    /// The bundle id and the environment.
    package var values: [String] { [app, environment] }
}

/// An app and what the App Store answered it.
package struct SubmissionLabels: LabelSet {
    /// `app`, `environment` and `status`.
    package static let names = AppLabels.names + ["status"]
    private let app: AppLabels
    private let status: Int?

    /// The HTTP status of the answer; none when there was no answer.
    package init(_ app: AppLabels, status: Int?) {
        self.app = app
        self.status = status
    }

    /// The app's values and the status, or `error` without one.
    package var values: [String] { app.values + [status.map { String($0) } ?? "error"] }
}

/// An app and the cause of something that befell it.
package struct CauseLabels: LabelSet {
    /// `app`, `environment` and `cause`.
    package static let names = AppLabels.names + ["cause"]
    private let app: AppLabels
    private let cause: String

    /// The cause, one of a short fixed list.
    package init(_ app: AppLabels, cause: String) {
        self.app = app
        self.cause = cause
    }

    /// The app's values and the cause.
    package var values: [String] { app.values + [cause] }
}

/// Where requests go: `Production` or `Sandbox`.
package struct EnvironmentLabel: LabelSet {
    /// `environment`.
    package static let names = ["environment"]
    private let environment: String

    /// The label of this environment.
    package init(_ environment: String) {
        self.environment = environment
    }

    /// The environment.
    package var values: [String] { [environment] }
}

/// How a commit of offsets ended.
package enum CommitLabel: String, LabelSet, CaseIterable {
    /// The broker has the offsets.
    case committed
    /// The broker refused them, or did not answer.
    case failed

    /// `result`.
    package static let names = ["result"]
}

/// What became of a span.
package enum SpanLabel: String, LabelSet, CaseIterable {
    /// The collector has it.
    case exported
    /// Too many waited.
    case dropped
    /// The collector did not take it.
    case failed

    /// `result`.
    package static let names = ["result"]
}

/// Which build runs.
package struct BuildLabels: LabelSet {
    /// `version` and `librdkafka`.
    package static let names = ["version", "librdkafka"]
    private let version: String
    private let librdkafka: String

    /// The versions of the worker and of the client library that is loaded.
    package init(version: String, librdkafka: String) {
        self.version = version
        self.librdkafka = librdkafka
    }

    /// The two versions.
    package var values: [String] { [version, librdkafka] }
}

/// A broker that a client of Kafka's is connected to.
package enum BrokerLabel: LabelSet {
    /// A member of the cluster by its id.
    case node(Int)
    /// The connection that is kept for the consumer group alone.
    case coordinator

    /// `broker`.
    package static let names = ["broker"]
    /// The id in decimal, or `coordinator`.
    package var values: [String] {
        switch self {
        case .node(let id): [String(id)]
        case .coordinator: ["coordinator"]
        }
    }
}

/// Where a consumer stands in its group.
package struct GroupStateLabels: LabelSet {
    /// `state` and `join_state`.
    package static let names = ["state", "join_state"]
    private let state: String
    private let joinState: String

    /// librdkafka's words, of which it has a fixed list.
    package init(state: String, joinState: String) {
        self.state = state
        self.joinState = joinState
    }

    /// The two states.
    package var values: [String] { [state, joinState] }
}

/// What the time of the worker's loop goes into.
package enum PhaseLabel: String, LabelSet, CaseIterable {
    /// Waiting for Kafka, the App Store or a question.
    case poll
    /// Taking in what happened.
    case decide
    /// Doing what follows, writing it down included.
    case perform

    /// `phase`.
    package static let names = ["phase"]
}
