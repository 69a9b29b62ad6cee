import Glibc

extension InputFile {
    /// A whole file that is small when it is the right one: at most 1 MiB.
    static func contents(of name: String) throws(UnreadableFile) -> [UInt8] {
        do throws(InputError) {
            var file = try InputFile(name)
            var bytes: [UInt8] = []
            while let piece = try file.next() {
                bytes += piece
                guard bytes.count <= 1 << 20 else { throw InputError(EFBIG) }
            }
            return bytes
        } catch {
            throw UnreadableFile(name: name, reason: error)
        }
    }
}

/// A file that can't be read, with its name.
struct UnreadableFile: Error, CustomStringConvertible {
    let name: String
    let reason: InputError

    var description: String { "\(name): \(reason)" }
}
