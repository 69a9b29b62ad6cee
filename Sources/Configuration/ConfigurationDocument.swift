/// The configuration file as it was written: knows where each setting stands, for faults that are found later.
package struct ConfigurationDocument: Sendable {
    /// The file as the user named it.
    package let file: String
    private let positions: [String: SourcePosition]

    init(file: String, positions: [String: SourcePosition]) {
        self.file = file
        self.positions = positions
    }

    /// What relative paths in the file start with: its folder with a slash at the end, or nothing.
    var folder: String {
        file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    }

    /// Where a setting stands: a single value where it begins, a section or list where its key is;
    /// for a setting that is not written, where the nearest section around it stands.
    ///
    /// Paths are dotted, such as `kafka.properties.bootstrap.servers` or `appStore.apps[0].privateKeyFile`.
    package func position(of path: String) -> SourcePosition {
        var path = Substring(path)
        while !path.isEmpty {
            if let position = positions[String(path)] { return position }
            path = path.lastIndex { $0 == "." || $0 == "[" }.map { path[..<$0] } ?? ""
        }
        return positions[""] ?? SourcePosition(line: 1, column: 1)
    }

    /// A fault that only the user of a setting can find, such as a property that librdkafka refuses.
    ///
    /// - Parameters:
    ///   - path: as for ``position(of:)``.
    ///   - problem: what is wrong, as a sentence without its full stop and without secrets.
    ///   - remedy: what would be right, likewise.
    /// - Returns: the fault, to be shown like those that loading finds.
    package func fault(at path: String, _ problem: String, remedy: String = "") -> ConfigurationFault {
        fault(at: path, Complaint(problem, remedy))
    }

    func fault(at path: String, _ complaint: Complaint) -> ConfigurationFault {
        ConfigurationFault(file, position(of: path), path, complaint)
    }
}
