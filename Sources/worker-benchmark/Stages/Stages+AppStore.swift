import AppStoreServer
import AppStoreStandIn

extension Stage {
    /// What a request needs beside its body, and what is made of its answer.
    static var appStore: [Stage] {
        [
            Stage("token", operations: 20) {
                let app = try credentials()
                return { for _ in 0..<$0 { keep(try BearerToken(for: app, at: .seconds(1_800_000_000))) } }
            },
            Stage("classifier, accepted", operations: 1000) { classifier(HTTPResponse(status: 202)) },
            Stage("classifier, refused", operations: 1000) {
                let body =
                    #"{"errorCode":4000047,"errorMessage":"Invalid request. The consumption percentage is invalid."}"#
                return classifier(HTTPResponse(status: 400, body: Array(body.utf8)))
            },
        ]
    }

    private static func classifier(_ response: HTTPResponse) -> (Int) throws -> Void {
        { for _ in 0..<$0 { keep(SubmissionResult(response, at: .seconds(1_800_000_000))) } }
    }

    private static func credentials() throws -> AppCredentials {
        let key = try SigningKey(pem: Array(StandInKey().privatePEM.utf8))
        let issuer = "57246542-96fe-1a63-e053-0824d011072a"
        return AppCredentials(bundleID: WrittenEvent.bundleID, issuerID: issuer, keyID: "2X9R4HXF34", key: key)
    }
}
