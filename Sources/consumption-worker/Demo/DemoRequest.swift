import AppStoreStandIn
import ConsumptionRules

/// One request as the App Store of the demo saw it.
struct DemoRequest: Sendable {
    let environment: AppStoreEnvironment
    let path: String
    /// The app that the token speaks for; nil when it was not believed.
    let bundleID: String?
    let body: [UInt8]
    /// The status of the answer; nil when the connection was dropped instead.
    let status: Int?
    let time: ContinuousClock.Instant

    /// The last part of the path.
    var transactionID: String { path.split(separator: "/").last.map(String.init) ?? "" }
}

extension DemoRequest {
    init(_ arrival: Arrival, in environment: AppStoreEnvironment) {
        self.init(
            environment: environment,
            path: arrival.path,
            bundleID: arrival.bundleID,
            body: arrival.body,
            status: arrival.status.map(Int.init),
            time: arrival.time
        )
    }
}
