/// Metrics in the text format that Prometheus reads, version 0.0.4.
///
/// <https://prometheus.io/docs/instrumenting/exposition_formats/>
package struct Exposition: Sendable {
    /// The `Content-Type` to serve it with.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"
    /// The text so far, UTF-8.
    package private(set) var bytes: [UInt8] = []

    mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    mutating func append(_ lineStart: [UInt8], _ number: Double) {
        bytes.append(contentsOf: lineStart)
        if let integer = Int(exactly: number), integer.magnitude < 1 << 53 {
            append(integer)
        } else {
            append(Self.text(of: number))
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// The number as Prometheus reads it; whole numbers have no decimal point.
    static func text(of number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number > 0 ? "+Inf" : "-Inf" }
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Writes the digits in place, since almost all numbers are whole and a `String` for each would be waste.
    private mutating func append(_ integer: Int) {
        if integer < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.endIndex
        var rest = integer.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }
}

/// A line up to its number: the name, the labels with their values escaped, and a space.
func lineStart(_ name: String, _ labels: [(name: String, value: String)]) -> [UInt8] {
    let pairs = labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }
    return Array((pairs.isEmpty ? "\(name) " : "\(name){\(pairs.joined(separator: ","))} ").utf8)
}

/// Text with its backslashes and line feeds escaped, and its quotes where the text stands between quotes.
func escaped(_ text: String, quotes: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\"" where quotes: result += "\\\""
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}
