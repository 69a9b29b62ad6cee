/// One reason for which no event can be made of what a producer has: where it stands, and what is wrong there.
///
/// Like a `Violation` it never holds a transaction id, an account token or other text that a customer could have written.
public struct ProducerFault: Hashable, Sendable {
    /// Which of the two texts is meant.
    public enum Source: String, Hashable, Sendable {
        /// The App Store's notification, with its transaction.
        case notification
        /// The producer's answers.
        case answers
    }

    /// Where it comes from.
    public let source: Source
    /// The place in that text, such as `$.data.signedTransactionInfo.type`.
    public let path: String
    /// The rule that is broken, by the name that `dlq.reason` has for it; nil where the text itself is not as it should be.
    public let code: String?
    /// A clause for a person: what is wrong and what would be right.
    public let message: String

    init(_ source: Source, at path: String, code: String? = nil, _ message: String) {
        self.source = source
        self.path = path
        self.code = code
        self.message = message
    }
}

extension ProducerFault: CustomStringConvertible {
    /// Place, code and clause in one line.
    public var description: String { "\(source.rawValue): " + text }

    /// The same for whoever has said already which of the two texts it is.
    package var text: String { path + (code.map { ": \($0)" } ?? "") + ": \(message)" }
}

/// All the reasons for which no event can be made.
public struct ProducerFaults: Error, Hashable, Sendable {
    /// At least one, in the order of report.
    public let faults: [ProducerFault]

    init(_ faults: ProducerFault...) { self.faults = faults }

    init(_ faults: [ProducerFault]) {
        precondition(!faults.isEmpty, "no event for no reason")
        self.faults = faults
    }
}

extension ProducerFaults: CustomStringConvertible {
    /// One line for each fault.
    public var description: String { faults.map(\.description).joined(separator: "\n") }
}
