import Configuration

/// A file as it was at one moment; two versions are the same when their content is.
///
/// All files of a mounted Kubernetes secret are written anew when one of them changes, which is no reason to do anything about
/// the others.
struct FileVersion: Equatable, Sendable {
    private let status: FileStatus
    /// `nil` for what cannot be read, or is no file; then the status has to do.
    private let digest: String?

    /// Reads the file at `path`.
    init(of path: String) {
        // Before it is read: what changes in between is seen at the next look.
        status = FileStatus(of: path)
        // Why it cannot be read, whoever judges it will say.
        digest = (try? ConfigurationFile.bytes(at: path)).flatMap { sha256($0) }
    }

    /// The version that is there now, which is read only when the system says that the file has changed.
    func renewed(at path: String) -> FileVersion {
        FileStatus(of: path) == status ? self : FileVersion(of: path)
    }

    static func == (left: FileVersion, right: FileVersion) -> Bool {
        guard left.digest != nil || right.digest != nil else { return left.status == right.status }
        return left.digest == right.digest
    }
}
