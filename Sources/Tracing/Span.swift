/// One request as a tracing collector takes it: a span of kind CLIENT.
///
/// [OpenTelemetry's span](https://opentelemetry.io/docs/specs/otel/trace/api/#span)
package struct Span: Sendable, Equatable {
    /// A fact about the request.
    package struct Attribute: Sendable, Equatable {
        /// What it can be.
        package enum Value: Sendable, Equatable {
            /// A string.
            case text(String)
            /// A 64-bit integer.
            case integer(Int64)
        }

        package let key: String
        package let value: Value

        /// A string.
        package static func text(_ key: String, _ text: String) -> Attribute { Attribute(key: key, value: .text(text)) }

        /// An integer; one that 64 bits do not hold becomes the nearest that they do.
        package static func integer(_ key: String, _ integer: some BinaryInteger) -> Attribute {
            Attribute(key: key, value: .integer(Int64(clamping: integer)))
        }
    }

    /// 32 hexadecimal digits.
    package let traceID: String
    /// 16 hexadecimal digits.
    package let spanID: String
    /// The span that brought this one about: 16 hexadecimal digits; `nil` when nobody named it.
    package let parentID: String?
    /// The same for all requests of one kind.
    package let name: String
    /// UNIX time in nanoseconds.
    package let start: Int64
    /// UNIX time in nanoseconds.
    package let end: Int64
    package let attributes: [Attribute]
    /// What went wrong, in few words; `nil` when nothing did.
    package let failure: String?

    /// Puts a span together.
    package init(
        traceID: String,
        spanID: String,
        parentID: String?,
        name: String,
        start: Int64,
        end: Int64,
        attributes: [Attribute],
        failure: String?
    ) {
        (self.traceID, self.spanID, self.parentID) = (traceID, spanID, parentID)
        (self.name, self.start, self.end) = (name, start, end)
        (self.attributes, self.failure) = (attributes, failure)
    }
}
