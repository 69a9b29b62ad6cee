import Glibc

/// The bytes of a configuration file, or of a small file that it names.
package enum ConfigurationFile {
    /// Bytes; a real configuration has a few thousand.
    static let largest = 1 << 20

    /// Reads the whole file.
    ///
    /// - Throws: why the file can't be read, in the system's words.
    package static func bytes(at path: String) throws(Complaint) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(errno) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: largest + 1)
        var count = 0
        while count < bytes.count {
            let got = bytes[count...].withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw unreadable(errno) }
            guard got > 0 else { return Array(bytes[..<count]) }
            count += got
        }
        throw Complaint("the file is larger than 1 MiB", "Name a configuration file")
    }

    private static func unreadable(_ error: Int32) -> Complaint {
        Complaint("the file can't be read: \(String(cString: strerror(error)))", "Name a file that this user may read")
    }
}
