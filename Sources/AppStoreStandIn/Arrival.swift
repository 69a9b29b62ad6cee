/// One request that arrived, and what it was answered.
package struct Arrival: Sendable {
    /// When it was complete.
    package let time: ContinuousClock.Instant
    /// As it was sent.
    package let method: String
    /// As it was sent.
    package let path: String
    /// The last part of the path; none when the path is not Apple's.
    package internal(set) var transactionID: String?
    /// The app that the token speaks for; none when it is not believed.
    package internal(set) var bundleID: String?
    /// As it was sent.
    package let body: [UInt8]
    /// The status of the answer; none as long as there is none, also when the connection was closed without one.
    package internal(set) var status: UInt16?
    /// Why it was refused, in more detail than the client learns.
    package internal(set) var refusal: String?
}
