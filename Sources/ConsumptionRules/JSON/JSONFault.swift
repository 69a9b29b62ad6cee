/// The first place where a text is not the JSON that is read here: where it is, and what is wrong there.
package struct JSONFault: Error, Equatable {
    /// What is wrong, as a kind.
    package let problem: Problem
    /// The value being read, such as `$.consumptionRequest.deliveryStatus`.
    package let path: String
    /// The byte it was seen at, from 0; the length of the text when it ends too early.
    package let byteOffset: Int

    /// The ways in which a text can fail to be JSON, or to be JSON that is accepted here.
    package enum Problem: Equatable, Sendable {
        case notUTF8
        case endsEarly
        case expectedValue
        case expectedKey
        case expectedColon
        case expectedCommaOrEnd
        case leadingZero
        case incompleteNumber
        case controlCharacter
        case invalidEscape
        case loneSurrogate
        case trailingText
        case duplicateKey
        case tooDeep
    }
}

extension JSONFault.Problem: CustomStringConvertible {
    /// A clause that says it to a person; it never holds anything of the text.
    package var description: String {
        switch self {
        case .notUTF8: "the bytes are not UTF-8"
        case .endsEarly: "the text ends too early"
        case .expectedValue: "no JSON value starts here"
        case .expectedKey: "a key in double quotes was expected"
        case .expectedColon: "a colon was expected after the key"
        case .expectedCommaOrEnd: "a comma or the closing bracket was expected"
        case .leadingZero: "a number may not begin with 0 and go on"
        case .incompleteNumber: "the number is incomplete"
        case .controlCharacter: "a control character in a string must be escaped"
        case .invalidEscape: "this escape does not exist in JSON"
        case .loneSurrogate: "half of a surrogate pair stands alone"
        case .trailingText: "there is text after the end of the value"
        case .duplicateKey: "the key occurs twice in one object"
        case .tooDeep: "the nesting is deeper than \(JSONReader.maximumDepth) levels"
        }
    }
}
