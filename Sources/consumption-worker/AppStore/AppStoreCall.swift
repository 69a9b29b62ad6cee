import AppStoreServer
import Configuration
import Worker

/// A few requests to the App Store outside the worker's loop: sends each once, and waits for its answer.
struct AppStoreCall {
    private let client: AppStoreClient

    /// Uses what the worker would use: addresses, certificates, proxy, time-out, keys.
    init(_ setup: WorkerSetup) throws(ConfigurationFaults) {
        do throws(AppStoreConfigurationError) {
            client = try AppStoreClient(setup.appStore, apps: setup.credentials)
        } catch {
            throw ConfigurationFaults(error.faults.map { setup.document.fault(at: $0.key, $0.reason) })
        }
    }

    /// The answers, in the order of the requests, whose tickets have to differ.
    func answers(to requests: [AppStoreRequest]) async -> [AppStoreAnswer] {
        defer { client.close() }
        client.submit(requests)
        var answers: [UInt64: AppStoreAnswer] = [:]
        for await batch in client.answers {
            for answer in batch { answers[answer.ticket] = answer }
            if answers.count == requests.count { break }
        }
        return requests.compactMap { answers[$0.ticket] }
    }
}
