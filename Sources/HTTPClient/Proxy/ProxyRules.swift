/// Through which proxy a server is reached, as libcurl and the programs around it go by the environment.
package struct ProxyRules: Sendable {
    private let proxy: Proxy?
    private let exceptions: ProxyExceptions

    /// - Parameters:
    ///   - setting: The proxy that is configured, empty for none; nil leaves it to the environment.
    ///   - variable: The value of a variable of the environment.
    package init(_ setting: String?, variable: (String) -> String?) throws(ProxyFault) {
        exceptions = ProxyExceptions(Self.first(of: ["no_proxy", "NO_PROXY"], variable) ?? "")
        let names = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        let text = setting ?? Self.first(of: names, variable) ?? ""
        proxy = text.isEmpty || exceptions.areAll ? nil : try Proxy(text)
    }

    /// An empty variable is one that is not set.
    private static func first(of names: [String], _ variable: (String) -> String?) -> String? {
        names.lazy.compactMap(variable).first { !$0.isEmpty }
    }

    /// The proxy for a server; in the clear there is none.
    func proxy(for origin: Origin) -> Proxy? {
        origin.isPlain || exceptions.contain(origin.host) ? nil : proxy
    }
}
