/// What a PEM file says that it holds, read before a parser complains in its own words.
enum PEMLabel: Equatable {
    case privateKey
    case encryptedPrivateKey
    case other(String)

    /// Looks for a private key first, as an EC file may begin with its parameters; nil when the file is not PEM.
    init?(_ pem: [UInt8]) {
        let text = String(decoding: pem, as: UTF8.self)
        let labels = text.split(whereSeparator: { $0.isNewline }).compactMap(Self.label)
        guard let label = labels.first(where: { $0.hasSuffix("PRIVATE KEY") }) ?? labels.first else { return nil }
        if label.hasPrefix("ENCRYPTED") || text.contains("Proc-Type: 4,ENCRYPTED") {
            self = .encryptedPrivateKey
        } else {
            self = label.hasSuffix("PRIVATE KEY") ? .privateKey : .other(label)
        }
    }

    private static func label(of line: Substring) -> String? {
        let (start, end) = ("-----BEGIN ", "-----")
        guard line.hasPrefix(start), line.hasSuffix(end), line.count > start.count + end.count else { return nil }
        return oneLine(line.dropFirst(start.count).dropLast(end.count).utf8, limit: 40)
    }
}
