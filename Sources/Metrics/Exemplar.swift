/// One observation of a histogram that can be looked up: the trace in which it was made.
package struct Exemplar: Sendable {
    /// As W3C writes it: 32 hexadecimal digits.
    let traceID: String
    /// When it was made, since the beginning of 1970.
    let time: Duration

    /// - Parameter traceID: 32 hexadecimal digits.
    /// - Parameter time: Since the beginning of 1970.
    package init(traceID: String, at time: Duration) {
        self.traceID = traceID
        self.time = time
    }
}
