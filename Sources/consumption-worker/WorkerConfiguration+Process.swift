import Configuration
import FoundationEssentials

extension WorkerConfiguration {
    /// Reads a configuration file with the environment of this process.
    static func load(path: String) throws(ConfigurationFaults) -> LoadedConfiguration {
        try load(path: path, environment: ProcessInfo.processInfo.environment)
    }

    /// The apps of a configuration file; keys are not looked at.
    static func bundleIDs(path: String) throws(ConfigurationFaults) -> Set<String> {
        Set(try load(path: path).configuration.appStore.apps.map(\.bundleID))
    }
}
