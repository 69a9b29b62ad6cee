package import FoundationEssentials

/// A file of the repository that people are given beside the program.
package enum ShippedFile {
    /// The place of a file named from the top of the repository.
    package static func url(_ name: String) -> URL {
        var top = URL(filePath: #filePath)
        for _ in 0..<3 { top.deleteLastPathComponent() }
        return top.appending(path: name)
    }

    /// The names in a folder, sorted.
    package static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url(folder).path()).sorted()
    }

    /// The bytes of that file.
    package static func bytes(_ name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: url(name))) }

    /// The text of that file.
    package static func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }
}
