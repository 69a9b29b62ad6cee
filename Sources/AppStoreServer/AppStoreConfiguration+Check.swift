internal import ConsumptionRules
import Glibc
internal import HTTPClient

extension AppStoreConfiguration {
    /// All that can be seen to be wrong without a connection: URLs, files that cannot be read, ranges, empty ids.
    package func faults(apps: [AppCredentials]) -> [AppStoreConfigurationError.Fault] {
        var faults = urlFaults + fileFaults + proxyFaults + rangeFaults
        for (index, app) in apps.enumerated() { faults += self.faults(of: app, at: index) }
        return faults
    }

    /// The base URL of an environment.
    func baseURL(for environment: AppStoreEnvironment) throws(AppStoreConfigurationError) -> BaseURL {
        let (key, text) =
            switch environment {
            case .production: ("appStore.productionURL", productionURL)
            case .sandbox: ("appStore.sandboxURL", sandboxURL)
            }
        do throws(BaseURLError) {
            return try BaseURL(text)
        } catch {
            throw .init(faults: [.init(key: key, reason: error.description)])
        }
    }

    private var urlFaults: [AppStoreConfigurationError.Fault] {
        AppStoreEnvironment.allCases.flatMap { environment -> [AppStoreConfigurationError.Fault] in
            do throws(AppStoreConfigurationError) {
                _ = try baseURL(for: environment)
                return []
            } catch {
                return error.faults
            }
        }
    }

    private var fileFaults: [AppStoreConfigurationError.Fault] {
        let files = [
            ("appStore.caFile", caFile), ("appStore.clientCertificateFile", clientCertificateFile),
            ("appStore.clientKeyFile", clientKeyFile),
        ]
        let unreadable = files.compactMap { key, path -> AppStoreConfigurationError.Fault? in
            guard let path, access(path, R_OK) != 0 else { return nil }
            return .init(key: key, reason: "cannot be read: \(path): \(String(cString: strerror(errno)))")
        }
        if (clientCertificateFile == nil) == (clientKeyFile == nil) { return unreadable }
        let missing = clientKeyFile == nil ? "appStore.clientKeyFile" : "appStore.clientCertificateFile"
        return unreadable + [.init(key: missing, reason: "is missing: certificate and key go together")]
    }

    /// One, however many servers are behind the proxy.
    private var proxyFaults: [AppStoreConfigurationError.Fault] {
        for environment in AppStoreEnvironment.allCases {
            // A URL that is wrong has its own fault.
            guard let url = try? baseURL(for: environment) else { continue }
            do throws(HTTPClientFault) {
                try HTTPClientOptions(self).check(url.origin)
            } catch {
                return [error.fault]
            }
        }
        return []
    }

    private var rangeFaults: [AppStoreConfigurationError.Fault] {
        var faults: [AppStoreConfigurationError.Fault] = []
        if timeout < .milliseconds(1) || timeout > .seconds(3600) {
            faults.append(.init(key: "appStore.timeout", reason: "must be between 1ms and 1h"))
        }
        if !(1...10_000).contains(maximumInFlight) {
            faults.append(.init(key: "appStore.maximumInFlight", reason: "must be between 1 and 10000"))
        }
        return faults
    }

    private func faults(of app: AppCredentials, at index: Int) -> [AppStoreConfigurationError.Fault] {
        [("bundleId", app.bundleID), ("issuerId", app.issuerID), ("keyId", app.keyID)].compactMap { key, value in
            value.isEmpty ? .init(key: "appStore.apps[\(index)].\(key)", reason: "is empty") : nil
        }
    }
}
