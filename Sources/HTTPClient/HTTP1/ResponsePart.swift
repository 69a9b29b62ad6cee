/// What a parser of HTTP/1.1 finds in an answer, in this order.
enum ResponsePart {
    /// The final status.
    case status(Int)
    /// A header field.
    case field(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)
    /// A part of the body; valid until the parser goes on.
    case body(UnsafeRawBufferPointer)
}

/// What a parser of HTTP/1.1 tells of what it finds.
protocol ResponseReader: AnyObject {
    /// False when the rest is not wanted.
    func found(_ part: ResponsePart) -> Bool
}

/// Why bytes are no answer.
struct ResponseFault: Error, Equatable {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
