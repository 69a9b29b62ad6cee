import ConsumptionRules
import Foundation

/// What Foundation's parser makes of a text, and whether a value of ours is the same.
enum FoundationJSON {
    static func object(_ bytes: [UInt8]) -> [String: Any]? {
        try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]  // an error is a refusal
    }

    /// Whether the text is JSON to Foundation, a lone scalar too.
    static func isJSON(_ bytes: [UInt8]) -> Bool {
        // An error is the answer no.
        (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
    }

    /// Whether Foundation refuses the text for a number alone, such as 1e5000 or one of 400 digits.
    static func holdsTooLargeNumber(_ bytes: [UInt8]) -> Bool {
        do {
            _ = try JSONSerialization.jsonObject(with: Data(bytes))
            return false
        } catch {
            return "\((error as NSError).userInfo)".contains("is not representable in Swift")
        }
    }

    /// The value unless it is null, which means the same as none.
    static func present(_ value: Any?) -> Any? {
        value is NSNull ? nil : value
    }

    static func lowercased(_ value: Any?) -> Any? {
        (value as? String)?.lowercased()
    }

    static func isSame(_ ours: String?, _ theirs: Any?) -> Bool {
        guard let ours else { return theirs == nil || theirs is NSNull }
        return (theirs as? String).map { Array($0.utf8) == Array(ours.utf8) } ?? false
    }

    static func isSame(_ ours: Bool?, _ theirs: Any?) -> Bool {
        guard let ours else { return theirs == nil || theirs is NSNull }
        if theirs is NSNull { return ours == false }
        return theirs as? Bool == ours
    }

    static func isSame(_ ours: WireInteger?, _ theirs: Any?) -> Bool {
        guard let ours else { return theirs == nil || theirs is NSNull }
        guard let number = theirs as? NSNumber else { return false }
        switch ours {
        case .exact(let value): return number.int64Value == value && number.doubleValue == Double(value)
        case .aboveRange: return number.doubleValue >= 0x1p63
        case .belowRange: return number.doubleValue <= -0x1p63
        }
    }
}
