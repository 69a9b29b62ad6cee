import AppStoreServer
import Configuration

extension WorkerSetup {
    /// The key files with the keys that were in them, each once.
    var keyFiles: [KeyFile] {
        let paths = configuration.appStore.apps.map(\.privateKeyFile)
        return Set(paths).sorted().map { path in
            let apps = paths.indices.filter { paths[$0] == path }
            return KeyFile(path: path, apps: apps, key: credentials[apps[0]].key)
        }
    }
}
