/// Why the stand-in cannot work with a key.
package enum StandInError: Error, CustomStringConvertible {
    /// The text is no P-256 key in PEM, or OpenSSL could not make one.
    case keyUnusable

    /// The reason in words.
    package var description: String { "the stand-in's key is not a P-256 key in PEM, or OpenSSL could not make one" }
}
