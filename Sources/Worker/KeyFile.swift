package import AppStoreServer

/// A key file as far as the watch knows it: decides what a change of it means.
package struct KeyFile: Sendable {
    package let path: String
    /// Places in the configuration of the apps that sign with it.
    package let apps: [Int]
    /// The last good key that was in it.
    package private(set) var key: SigningKey
    /// The status of the file with the content that is known, good or bad; `nil` before the first look.
    private var known: FileStatus?
    /// The status in which it was found bad at the last look.
    private var suspect: FileStatus?

    /// Starts with the key that was in the file when the worker read its configuration.
    package init(path: String, apps: [Int], key: SigningKey) {
        self.path = path
        self.apps = apps
        self.key = key
    }

    /// Whether the content of a file of this status is not known yet.
    func isNews(_ status: FileStatus) -> Bool { status != known }

    /// Takes what was read after the file had been seen in this status.
    ///
    /// A file that somebody is writing is bad for a moment, so a bad one is told of only when it stays so for two looks.
    mutating func take(_ content: Result<SigningKey, KeyFileError>, seen status: FileStatus) -> KeyFinding? {
        switch content {
        case .success(let new):
            (known, suspect) = (status, nil)
            guard new != key else { return nil }
            key = new
            return .replaced(path: path, apps: apps, key: new)
        case .failure(let error):
            guard suspect == status else {
                suspect = status
                return nil
            }
            (known, suspect) = (status, nil)
            return .unusable(path: path, error)
        }
    }
}
