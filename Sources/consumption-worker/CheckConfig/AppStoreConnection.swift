import AppStoreServer
import Configuration
import ConsumptionRules
import Worker

/// Asks the App Store one harmless question for each app and environment.
struct AppStoreConnection: Sendable {
    let setup: WorkerSetup

    /// One finding for each.
    func look() async throws(ConfigurationFaults) -> [ConnectionFinding] {
        let places = setup.credentials.indices.flatMap { app in AppStoreEnvironment.allCases.map { (app, $0) } }
        let questions = places.enumerated().map { ticket, place in
            AppStoreRequest.question(ticket: UInt64(ticket), app: place.0, environment: place.1)
        }
        let answers = try await AppStoreCall(setup).answers(to: questions)
        let probes = zip(questions, answers).map { question, answer in
            TokenFindings.Probe(
                app: setup.credentials[question.app],
                keyFile: setup.configuration.appStore.apps[question.app].privateKeyFile,
                environment: question.environment,
                answer: answer
            )
        }
        return TokenFindings(probes: probes).findings
    }
}
