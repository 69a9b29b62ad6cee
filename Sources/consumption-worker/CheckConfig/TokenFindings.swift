import AppStoreServer
import ConsumptionRules
import Worker

/// What the App Store's answers to one harmless question for each app and environment say about keys, ids and clock.
///
/// The App Store answers 401 whatever is wrong with a token. What is right shows elsewhere: in the other environment, with
/// another app that has the same key or issuer, in the date of the answer.
struct TokenFindings {
    /// One question and what was answered.
    struct Probe {
        let app: AppCredentials
        let keyFile: String
        let environment: AppStoreEnvironment
        let answer: AppStoreAnswer

        /// Whether the App Store took the token: it went on to the transaction, which there is not, or to its limits.
        var isBelieved: Bool {
            switch answer.result {
            case .rejected(let refusal): refusal.errorCode != nil
            case .throttled: true
            case .accepted, .unauthorized, .unavailable: false
            }
        }
    }

    let probes: [Probe]

    /// In the order of the probes.
    var findings: [ConnectionFinding] {
        probes.map { probe in
            let (state, text) = judge(probe)
            return ConnectionFinding(
                state: state,
                subject: "app store, \(probe.app.bundleID), \(probe.environment.rawValue)",
                text: text
            )
        }
    }

    private func judge(_ probe: Probe) -> (ConnectionFinding.State, String) {
        switch probe.answer.result {
        case .rejected(let refusal) where probe.isBelieved:
            return (
                .good, "key, key id, issuer id, bundle id and clock are right (\(refusal.summary)\(remarks(probe)))"
            )
        case .throttled: return (.good, "key, key id, issuer id, bundle id and clock are right, the limit is used up")
        case .rejected(let refusal):
            return (
                .wrong, "\(refusal.summary), which is not the App Store's: look at the URL, and at proxies on the way"
            )
        case .accepted(let status):
            return (.wrong, "HTTP \(status) to a request that the App Store refuses: look at the URL")
        case .unauthorized(let refusal): return (.refused, "\(refusal.summary): \(suspects(probe, refusal))")
        case .unavailable(.answered(let refusal, _)):
            return (.unreachable, "\(refusal.summary): it can't serve now; try again later")
        case .unavailable(.unanswered(let failure)):
            return (.unreachable, "\(failure.explanation) (\(failure.reason))")
        }
    }

    private func remarks(_ probe: Probe) -> String {
        let clock = ClockDifference(probe.answer).map { "; this machine's clock \($0.text)" } ?? ""
        return (probe.answer.httpVersion.map { ", \($0)" } ?? "") + clock
    }

    /// What may be wrong with the token, and what is not.
    private func suspects(_ probe: Probe, _ refusal: AppStoreRefusal) -> String {
        if let clock = ClockDifference(probe.answer), !clock.isTolerable {
            return "the clock: this machine's \(clock.text); set it, and keep it by NTP"
        }
        guard refusal.errorCode == nil else { return "the bundle id: look at bundleId, whose case counts" }
        return inComparison(probe) ?? """
            one of privateKeyFile, keyId, issuerId and bundleId is wrong, or the key was revoked: compare them with App Store \
            Connect, Users and Access, Integrations, In-App Purchase\(hints(probe))
            """
    }

    /// The same where another answer shows that a part is right.
    private func inComparison(_ probe: Probe) -> String? {
        if let other = believed({ $0.app.bundleID == probe.app.bundleID }) {
            return """
                \(other.environment.rawValue) takes the same token, so key and ids are right: the app is not live in \
                \(probe.environment.rawValue) yet, or the URL is not that of its App Store
                """
        }
        if let other = believed({ $0.app.isSignedLike(probe.app) }) {
            return """
                key, key id and issuer id are right, since \(other.app.bundleID) is believed with them: look at bundleId, whose \
                case counts, and whether the app is of the same account
                """
        }
        return believed { $0.app.issuerID == probe.app.issuerID }.map { other in
            """
            the issuer id is right, since \(other.app.bundleID) is believed with it: look at keyId and privateKeyFile\
            \(hints(probe)), and at bundleId, whose case counts
            """
        }
    }

    private func hints(_ probe: Probe) -> String { KeyHints(probe.app, keyFile: probe.keyFile).text }

    private func believed(_ isAlike: (Probe) -> Bool) -> Probe? { probes.first { $0.isBelieved && isAlike($0) } }
}

extension AppCredentials {
    fileprivate func isSignedLike(_ other: AppCredentials) -> Bool {
        key == other.key && keyID == other.keyID && issuerID == other.issuerID
    }
}
