import Glibc

/// The context for new connections; made anew when one of its files has changed.
final class TLSContexts {
    private let options: HTTPClientOptions
    private let files: [String]
    private var made: (context: TLSContext, files: [FileStamp?])?

    init(_ options: HTTPClientOptions) {
        self.options = options
        files =
            [options.caFile, options.clientCertificateFile, options.clientKeyFile].compactMap { $0 }
            + (options.caFile == nil ? TLSContext.systemPlaces : [])
    }

    /// The context as the files are now.
    func current() throws(HTTPFailure) -> TLSContext {
        // Taken before the files are read: what changes in between is seen next time.
        let stamps = files.map(FileStamp.init)
        if let made, made.files == stamps { return made.context }
        let context = try TLSContext(options)
        made = (context, stamps)
        return context
    }
}

/// By what a file is known to have changed.
private struct FileStamp: Equatable {
    private let device: dev_t
    private let node: ino_t
    private let size: off_t
    private let seconds: Int
    private let nanoseconds: Int

    /// Nil for a file that is not there.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, node, size) = (status.st_dev, status.st_ino, status.st_size)
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
}
