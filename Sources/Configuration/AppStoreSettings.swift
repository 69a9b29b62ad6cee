extension WorkerConfiguration {
    /// How Apple's App Store Server API is reached, and for which apps.
    package struct AppStore: Equatable, Sendable {
        /// Where events of the environment Production go.
        package var productionURL = ServiceURL(https: "api.storekit.apple.com")
        /// Where events of the environment Sandbox go.
        package var sandboxURL = ServiceURL(https: "api.storekit-sandbox.apple.com")
        /// The longest that a whole request may take, 1 ms to 5 minutes.
        package var timeout: Duration = .seconds(10)
        /// Certificates to trust (PEM) in place of the system's; nil for the system's.
        package var caFile: String?
        /// The worker's own certificate (PEM), for a proxy that asks for one; comes with its key or not at all.
        package var clientCertificateFile: String?
        /// The key of ``clientCertificateFile`` (PEM).
        package var clientKeyFile: String?
        /// The address of a proxy, credentials included; nil leaves it to the environment (`https_proxy`).
        package var proxy: String?
        /// At least one; no two with the same bundle id.
        package var apps: [App] = []
    }

    /// One app whose events are sent, with the key that signs for it.
    package struct App: Equatable, Sendable {
        package var bundleID: String
        /// From App Store Connect, for In-App Purchase keys.
        package var issuerID: String
        package var keyID: String
        /// The `.p8` file that Apple gave out once.
        package var privateKeyFile: String
    }
}

extension WorkerConfiguration.AppStore {
    mutating func read(_ section: inout Section) {
        let folder = section.source.document.folder
        section.read("productionURL", into: &productionURL, as: .service)
        section.read("sandboxURL", into: &sandboxURL, as: .service)
        section.read("timeout", into: &timeout, as: .duration(.milliseconds(1) ... .seconds(300)))
        section.read("caFile", into: &caFile, as: .file(in: folder))
        section.read("clientCertificateFile", into: &clientCertificateFile, as: .file(in: folder))
        section.read("clientKeyFile", into: &clientKeyFile, as: .file(in: folder))
        section.read("proxy", into: &proxy, as: .proxy)
        checkClientCertificate(&section)
        readApps(&section, folder)
    }

    private func checkClientCertificate(_ section: inout Section) {
        guard section.isSound("clientCertificateFile", "clientKeyFile"),
            (clientCertificateFile == nil) != (clientKeyFile == nil)
        else { return }
        let (missing, present) =
            clientKeyFile == nil
            ? ("clientKeyFile", "clientCertificateFile") : ("clientCertificateFile", "clientKeyFile")
        section.report(missing, Complaint("is missing, though \(present) is there", "Write both or neither"))
    }

    private mutating func readApps(_ section: inout Section, _ folder: String) {
        let count = section.list("apps") { element in
            if let app = WorkerConfiguration.App(&element, among: apps, in: folder) { apps.append(app) }
        }
        guard count == 0 else { return }
        section.reportMissing("apps", expected: "at least one app: bundleId, issuerId, keyId, privateKeyFile")
    }
}

extension WorkerConfiguration.App {
    /// Nil, with faults, when something is missing or wrong.
    fileprivate init?(_ section: inout Section, among apps: [Self], in folder: String) {
        let bundleID = section.require("bundleId", as: .text("a bundle id such as com.example.game"))
        let issuerID = section.require("issuerId", as: .text("the issuer id of your In-App Purchase keys"))
        let keyID = section.require("keyId", as: .text("the id of the key, 10 letters and digits"))
        let privateKeyFile = section.require("privateKeyFile", as: .file(in: folder))
        if let bundleID, apps.contains(where: { $0.bundleID == bundleID }) {
            section.report("bundleId", Complaint("has been listed above", "List each app once"))
        }
        guard let bundleID, let issuerID, let keyID, let privateKeyFile else { return nil }
        self.init(bundleID: bundleID, issuerID: issuerID, keyID: keyID, privateKeyFile: privateKeyFile)
    }
}
