import COpenSSL
import Configuration

/// A secret that a client of the endpoint has to know.
///
/// It is kept as its digest, so that the time of a comparison tells nothing of how much of a guess was right, nor of how long
/// the secret is.
package struct EndpointToken: Sendable {
    /// Characters.
    static let shortest = 16

    private let digest: [UInt8]

    /// - Returns: nil when OpenSSL cannot make a digest, for want of memory.
    init?(_ text: some StringProtocol) {
        guard let digest = sha256(Array(text.utf8)) else { return nil }
        self.digest = Array(digest.utf8)
    }

    /// Whether both are the same token, found out in the same time whether they are or not.
    func equals(_ other: EndpointToken) -> Bool {
        CRYPTO_memcmp(digest, other.digest, digest.count) == 0
    }

    /// Reads the tokens of a file, one a line; several are right at the same time while one is being replaced.
    ///
    /// - Throws: What is wrong with the file, without a word of what it holds.
    static func all(in path: String) throws(Complaint) -> [EndpointToken] {
        let text = String(decoding: try ConfigurationFile.bytes(at: path), as: UTF8.self)
        var tokens: [EndpointToken] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
        where !line.allSatisfy(\.isWhitespace) {
            guard line.allSatisfy(\.isOfToken) else {
                throw Complaint("line \(index + 1) is no bearer token", "Write letters, digits and - . _ ~ + / = only")
            }
            guard line.count >= shortest else {
                throw Complaint("the token in line \(index + 1) is too short to be a secret", remedy)
            }
            tokens += [EndpointToken(line)].compactMap(\.self)
        }
        guard !tokens.isEmpty else { throw Complaint("holds no token", remedy) }
        return tokens
    }

    private static let remedy = "Write one of at least \(shortest) characters, such as: openssl rand -hex 32"
}

extension Character {
    /// What RFC 6750 allows in a bearer token (2.1).
    fileprivate var isOfToken: Bool { isASCII && (isLetter || isNumber || "-._~+/=".contains(self)) }
}
