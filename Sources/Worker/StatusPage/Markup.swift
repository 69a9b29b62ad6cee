/// HTML that is safe to send: what stands literally in our code is taken as it is, and whatever is put into it is escaped.
///
/// Events, and Apple's answers to them, hold text that anybody may have written; none of it can become a tag, because only
/// `Markup` is ever put into `Markup` as it is.
struct Markup: ExpressibleByStringInterpolation, Sendable {
    private(set) var text: String

    init(stringLiteral text: String) {
        self.text = text
    }

    init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
    }

    /// Our own style sheet and script: no markup can be in them, so they are taken as they are.
    init(ownCode bytes: [UInt8]) {
        text = String(decoding: bytes, as: UTF8.self)
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text: String

        init(literalCapacity: Int, interpolationCount: Int) {
            text = ""
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        mutating func appendInterpolation(_ markup: Markup) {
            text += markup.text
        }

        mutating func appendInterpolation(_ markups: [Markup]) {
            for markup in markups { text += markup.text }
        }

        mutating func appendInterpolation(_ value: String) {
            for scalar in value.unicodeScalars { append(scalar) }
        }

        private mutating func append(_ scalar: Unicode.Scalar) {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
