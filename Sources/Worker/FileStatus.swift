internal import Glibc

/// What the system says about a file, links followed: another file, or one that was written to, has another status.
///
/// A swapped link is another file: so a mounted Kubernetes secret changes, whose files are links into a folder that is
/// itself a link.
struct FileStatus: Equatable, Sendable {
    /// The system's error number when it says nothing about the file; else 0.
    private let error: Int32
    private var device: UInt64 = 0
    private var inode: UInt64 = 0
    private var size: Int64 = 0
    private var modified: [Int] = []
    private var changed: [Int] = []
    private var mode: mode_t = 0

    /// Asks about the file at `path`.
    init(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            error = errno
            return
        }
        error = 0
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
        changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
        mode = status.st_mode
    }

    /// Whether every user of the machine may read it.
    var isReadableByEveryone: Bool { mode & S_IROTH != 0 }
}
