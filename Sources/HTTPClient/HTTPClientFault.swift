import Glibc

/// Why no request can be sent, before any is.
package enum HTTPClientFault: Error, Equatable, CustomStringConvertible {
    /// The proxy of the options, or else of the environment, cannot be used.
    case proxy(ProxyFault, ofEnvironment: Bool)
    /// The system has none to spare.
    case descriptors

    package var description: String {
        switch self {
        case .proxy(let fault, ofEnvironment: false): fault.description
        case .proxy(let fault, ofEnvironment: true):
            "is not set, and that of the environment (https_proxy, all_proxy) \(fault); name another one"
        case .descriptors: "gets no file descriptors from the system: raise the limit of open files"
        }
    }
}

extension HTTPClientOptions {
    /// Throws when a server cannot be reached as the options and the environment say.
    package func check(_ origin: Origin) throws(HTTPClientFault) { _ = try route(to: origin) }

    /// How a server is reached; in the clear there is no proxy, whatever is said of one.
    func route(to origin: Origin) throws(HTTPClientFault) -> Route {
        if origin.isPlain { return Route(origin: origin, proxy: nil) }
        do throws(ProxyFault) {
            let rules = try ProxyRules(proxy) { getenv($0).map { String(cString: $0) } }
            return Route(origin: origin, proxy: rules.proxy(for: origin))
        } catch {
            throw .proxy(error, ofEnvironment: proxy == nil)
        }
    }
}
