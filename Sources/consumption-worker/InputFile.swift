import Glibc

/// A file, or standard input under the name `-`, read piece by piece.
struct InputFile: ~Copyable {
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    init(_ name: String) throws(InputError) {
        descriptor = name == "-" ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw InputError(errno) }
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// What has arrived since the last call, after waiting for at least one byte; nil at the end.
    mutating func next() throws(InputError) -> ArraySlice<UInt8>? {
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw InputError(errno) }
            return count == 0 ? nil : buffer[..<count]
        }
    }
}

/// Why a file can't be read, in the system's words.
struct InputError: Error, CustomStringConvertible {
    let description: String

    init(_ code: Int32) { description = String(cString: strerror(code)) }
}
