/// One reason for which an event is refused.
///
/// Never holds a transaction id, an account token or any other text that a customer could have written.
public struct Violation: Error, Hashable, Sendable {
    /// Which rule.
    public let code: ViolationCode
    /// The field, such as `$.consumptionRequest.consumptionPercentage`; `$` is the event.
    public let path: String
    /// Where the text could not be read, in bytes from 0; nil when it could.
    public let byteOffset: Int?
    /// A clause for a person: what is wrong and what would be right.
    public let message: String

    init(_ code: ViolationCode, at path: String, byteOffset: Int? = nil, _ message: String) {
        self.code = code
        self.path = path
        self.byteOffset = byteOffset
        self.message = message
    }
}

extension Violation: CustomStringConvertible {
    /// Code, place and clause in one line.
    public var description: String {
        let place = byteOffset.map { "\(path), byte \($0)" } ?? path
        return "\(code.rawValue) at \(place): \(message)"
    }
}
