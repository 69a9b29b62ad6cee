/// A configuration without faults, together with the file it came from.
package struct LoadedConfiguration: Sendable {
    /// What the worker is told.
    package let configuration: WorkerConfiguration
    /// For faults that show only when the values are used: see ``ConfigurationDocument/fault(at:_:remedy:)``.
    package let document: ConfigurationDocument
}

extension WorkerConfiguration {
    /// Reads and checks a configuration file.
    ///
    /// - Parameters:
    ///   - path: the YAML file; relative paths in it start at its folder.
    ///   - environment: what `${NAME}` stands for.
    /// - Returns: the values, and where they stand.
    /// - Throws: every fault at once.
    package static func load(
        path: String,
        environment: [String: String]
    ) throws(ConfigurationFaults) -> LoadedConfiguration {
        let bytes: [UInt8]
        do {
            bytes = try ConfigurationFile.bytes(at: path)
        } catch {
            throw ConfigurationFaults([ConfigurationFault(path, nil, "", error)])
        }
        return try load(bytes: bytes, path: path, environment: environment)
    }

    /// The same for a file whose bytes are here already.
    package static func load(
        bytes: [UInt8],
        path: String,
        environment: [String: String]
    ) throws(ConfigurationFaults) -> LoadedConfiguration {
        let composition = YAMLComposition(bytes, file: path)
        guard composition.isComplete else { throw ConfigurationFaults(composition.faults) }
        let document = ConfigurationDocument(file: path, positions: composition.positions)
        let source = Section.Source(document: document, references: EnvironmentReferences(environment: environment))
        var root = Section(composition.root, path: "", source: source)
        var configuration = WorkerConfiguration()
        configuration.read(&root)
        let faults = composition.faults + root.finished()
        guard faults.isEmpty else { throw ConfigurationFaults(faults) }
        return LoadedConfiguration(configuration: configuration, document: document)
    }
}
