/// Why a server could not start, with a sentence for the person who started it.
package struct HTTPServerError: Error, CustomStringConvertible {
    /// The kinds of failure that a caller may want to tell apart.
    package enum Code: Sendable {
        /// Another socket already listens on this address and port.
        case addressInUse
        /// The host is not an address or a name of this machine.
        case addressUnusable
        /// The system does not let this user listen there, as with ports below 1024.
        case permissionDenied
        /// The certificate or its key cannot be read, or they do not belong together.
        case tlsRefused
        /// The system refused for another reason, which the sentence gives.
        case system
    }

    /// The kind of failure.
    package let code: Code
    /// What is wrong, where, and what to do.
    package let description: String
}
