import AppStoreServer
import TestSupport
import Testing

@Suite struct ConfigurationTests {
    let key: SigningKey

    init() async throws {
        key = try SigningKey(pem: await makePrivateKey())
    }

    @Test func `Apple's servers and the system's certificates are no fault`() {
        let app = AppCredentials(bundleID: "com.example.game", issuerID: "issuer", keyID: "key", key: key)
        #expect(AppStoreConfiguration(userAgent: "test").faults(apps: [app]).isEmpty)
    }

    @Test func `all faults are told at once, each with its key`() {
        var configuration = AppStoreConfiguration(userAgent: "test")
        configuration.productionURL = "http://api.storekit.apple.com"
        configuration.sandboxURL = "sandbox"
        configuration.caFile = "/nowhere/ca.pem"
        configuration.clientCertificateFile = "/nowhere/client.pem"
        configuration.timeout = .zero
        configuration.maximumInFlight = 0
        let app = AppCredentials(bundleID: "", issuerID: "", keyID: "", key: key)
        let error = #expect(throws: AppStoreConfigurationError.self) { try AppStoreClient(configuration, apps: [app]) }
        #expect(
            error?.faults.map(\.key)
                == [
                    "productionURL", "sandboxURL", "caFile", "clientCertificateFile", "clientKeyFile", "timeout",
                    "maximumInFlight", "apps[0].bundleId", "apps[0].issuerId", "apps[0].keyId",
                ].map { "appStore." + $0 }
        )
        #expect(error?.description.contains("/nowhere/ca.pem") == true)
    }
}
