internal import HTTPClient

/// Sends reports to Apple's App Store Server API: requests in, one answer out for each.
///
/// It signs, sends and says what came back; it does not try again, wait or count. It works on one thread of its own,
/// which ends with `close()` or with the client.
package final class AppStoreClient: Sendable {
    /// The answers, in the batches in which they came, for one reader; ends after `close()`.
    package let answers: AsyncStream<[AppStoreAnswer]>

    private let inbox = Inbox()
    private let waker: Waker
    private let appCount: Int

    /// Makes a client for apps that requests name by their index; throws all faults of the configuration.
    package init(_ configuration: AppStoreConfiguration, apps: [AppCredentials]) throws(AppStoreConfigurationError) {
        let faults = configuration.faults(apps: apps)
        guard faults.isEmpty else { throw .init(faults: faults) }
        let transport = try AppStoreTransport(configuration)
        let (stream, continuation) = AsyncStream.makeStream(of: [AppStoreAnswer].self)
        answers = stream
        waker = transport.waker
        appCount = apps.count
        let signers = apps.map { AppSigner($0, userAgent: configuration.userAgent) }
        let loop = SubmissionLoop(inbox: inbox, transport: transport, signers: signers, answers: continuation)
        let code = startThread { loop.run() }
        guard code == 0 else {
            throw .init(faults: [.init(key: "appStore", reason: "gets no thread: error \(code)")])
        }
    }

    deinit { close() }

    /// Hands requests over and returns at once; any thread may call it.
    ///
    /// How many are under way is the caller's to bound. After `close()` nothing is taken any more, and the end of
    /// `answers` says so.
    package func submit(_ requests: [AppStoreRequest]) {
        precondition(requests.allSatisfy { (0..<appCount).contains($0.app) }, "an app that the client does not know")
        if !requests.isEmpty && inbox.put(requests) { waker.wake() }
    }

    /// Signs with another key for one app: from the next request that is handed over; any thread may call it.
    package func replaceKey(ofApp app: Int, with key: SigningKey) {
        precondition((0..<appCount).contains(app), "an app that the client does not know")
        inbox.put(key, ofApp: app)
    }

    /// Ends the client: what is under way is broken off and answered as cancelled, then `answers` ends.
    package func close() {
        inbox.close()
        waker.wake()
    }
}
