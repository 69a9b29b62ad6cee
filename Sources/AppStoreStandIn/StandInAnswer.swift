/// An answer that the stand-in is told to give instead of its own.
package enum StandInAnswer: Sendable {
    /// An error in Apple's form.
    case error(status: UInt16, code: Int, message: String)
    /// What a proxy in between might say: a page of HTML.
    case page(status: UInt16)
    /// 429 with a `Retry-After` this far ahead, in Apple's form: a UNIX time in milliseconds.
    case throttled(Duration)
    /// 401 without a body.
    case unauthorized
    /// Closes the connection; the request counts as not seen.
    case closed
    /// Takes the request as usual, but closes the connection instead of saying so.
    case lost
    /// Takes the request as usual, this much later.
    case late(Duration)
    /// Says nothing until the stand-in stops.
    case silent

    /// Apple's own fault, to be tried again.
    package static let internalError = error(
        status: 500,
        code: 5_000_001,
        message: "GeneralInternalRetryableError"
    )
}
