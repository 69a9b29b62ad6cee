import AppStoreServer
import Configuration

/// Why there is no key in a file, in sentences that repeat nothing of what the file holds.
package struct KeyFileError: Error, Hashable, Sendable {
    /// What is wrong.
    let problem: String
    /// What would be right; empty when the problem says it all.
    let remedy: String

    init(_ complaint: Complaint) { (problem, remedy) = (complaint.problem, complaint.remedy) }

    init(_ error: SigningKeyError) { (problem, remedy) = (error.description, "") }
}

extension SigningKey {
    /// Reads the key that is in a file.
    init(file path: String) throws(KeyFileError) {
        let pem: [UInt8]
        do {
            pem = try ConfigurationFile.bytes(at: path)
        } catch {
            throw KeyFileError(error)
        }
        do {
            try self.init(pem: pem)
        } catch {
            throw KeyFileError(error)
        }
    }
}
