/// What the reader met next: a whole scalar, or the start of a container.
package enum JSONToken: Sendable {
    case object
    case array
    case string(JSONText)
    /// A number written with digits alone.
    case integer(WireInteger)
    /// A number with a fraction or an exponent, which no field here takes.
    case fraction
    case boolean(Bool)
    case null
}
