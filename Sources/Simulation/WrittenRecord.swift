import Flow

/// One record of the simulated topic, and what may become of it.
struct WrittenRecord: Sendable {
    /// What kind of event it is, as far as its end depends on it.
    enum Nature: Hashable, Sendable {
        case good
        /// Refused before it is sent, under this code.
        case invalid(code: String)
        /// Apple refuses it for good.
        case refused
        /// Apple's server fails over it, always.
        case poison
    }

    var partition: Int32
    var offset: Int64 = 0
    var value: [UInt8]?
    var nature: Nature
    /// Which notification it carries; repeats carry the same one.
    var notification: Int
    /// From here on it must not be sent.
    var deadline: UnixTime
}
