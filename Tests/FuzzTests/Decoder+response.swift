@testable import HTTPClient

extension Decoder {
    /// An answer of HTTP/1.1 as it comes over a connection, in one piece and in many.
    static let response = Decoder(name: "response") { bytes in
        let (whole, cut) = (reading(bytes, inPiecesOf: bytes.count), reading(bytes, inPiecesOf: 7))
        return whole == cut ? nil : "it depends on how it is cut: \(whole) or \(cut)"
    }

    private static func reading(_ bytes: [UInt8], inPiecesOf size: Int) -> ResponseReading {
        let reading = ResponseReading()
        var parser = ResponseParser()
        do {
            var rest = bytes[...]
            while !rest.isEmpty, !parser.isDone {
                let piece = Array(rest.prefix(max(1, size)))
                reading.count += try piece.withUnsafeBytes { try parser.take($0, reading) }
                rest = rest.dropFirst(piece.count)
            }
            reading.isDone = parser.isDone
        } catch {
            reading.fault = "\(error)"
        }
        return reading
    }
}

/// What was found in an answer.
private final class ResponseReading: ResponseReader, Equatable, CustomStringConvertible {
    var isDone = false
    var count = 0
    var fault: String?
    private var found: [String] = []
    private var body: [UInt8] = []

    func found(_ part: ResponsePart) -> Bool {
        switch part {
        case .status(let status): found.append("\(status)")
        case .field(let name, let value): found.append("\(Array(name)): \(Array(value))")
        case .body(let bytes): body += bytes
        }
        return true
    }

    /// Of one that is refused only that it is: how much was found before depends on the pieces.
    static func == (one: ResponseReading, other: ResponseReading) -> Bool {
        if one.fault != nil || other.fault != nil { return one.fault == other.fault }
        return (one.isDone, one.count, one.found, one.body) == (other.isDone, other.count, other.found, other.body)
    }

    var description: String { fault ?? "\(found), \(body.count) bytes, \(isDone ? "all" : "not all")" }
}
