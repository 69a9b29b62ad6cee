import AppStoreServer
package import Configuration

extension WorkerSetup {
    /// The key files with the keys that were in them, each once.
    var keyFiles: [KeyFile] {
        let paths = configuration.appStore.apps.map(\.privateKeyFile)
        return Set(paths).sorted().map { path in
            let apps = paths.indices.filter { paths[$0] == path }
            return KeyFile(path: path, apps: apps, key: credentials[apps[0]].key)
        }
    }

    /// What is no fault and still not as it should be: keys for Apple's production that every user of the machine may
    /// read.
    package var warnings: [ConfigurationFault] {
        guard !configuration.appStore.productionURL.isLoopback else { return [] }
        return configuration.appStore.apps.enumerated().compactMap { index, app in
            guard FileStatus(of: app.privateKeyFile).isReadableByEveryone else { return nil }
            return document.fault(
                at: "appStore.apps[\(index)].privateKeyFile",
                "\(app.privateKeyFile): every user of this machine may read the key",
                remedy: "Take the right from them: chmod o-r"
            )
        }
    }
}
