import Configuration
import FoundationEssentials

extension WorkerConfiguration {
    /// Reads a configuration file with the environment of this process.
    static func load(path: String) throws(ConfigurationFaults) -> LoadedConfiguration {
        try load(path: path, environment: ProcessInfo.processInfo.environment)
    }
}
