import Testing

@testable import HTTPClient

@Suite struct ProxyTests {
    @Test(arguments: [
        ("http://proxy.example.com:3128", "proxy.example.com:3128", true, nil),
        ("proxy.example.com:3128", "proxy.example.com:3128", true, nil),
        ("proxy", "proxy:1080", true, nil),
        ("HTTP://[::1]:3128/", "[::1]:3128", true, nil),
        ("https://proxy", "proxy:443", false, nil),
        ("http://user:pass@proxy:1", "proxy:1", true, "Basic dXNlcjpwYXNz"),
        ("http://user@proxy:1", "proxy:1", true, "Basic dXNlcjo="),
        ("http://us%40er:p%3As:s@proxy:1", "proxy:1", true, "Basic dXNAZXI6cDpzOnM="),
    ])
    func `a proxy is read as the environment has it`(
        text: String,
        address: String,
        isPlain: Bool,
        authorization: String?
    ) throws {
        let proxy = try Proxy(text)
        #expect(proxy.origin.address == address)
        #expect(proxy.origin.isPlain == isPlain)
        #expect(proxy.authorization == authorization)
    }

    @Test(arguments: ["socks5", "socks5h", "socks4a", "ftp"])
    func `a proxy of another kind is refused by its name`(scheme: String) {
        let fault = #expect(throws: ProxyFault.self) { try Proxy("\(scheme)://user:secret@proxy:1080") }
        #expect(fault == .scheme(scheme))
        #expect(fault?.description.contains("secret") == false)
    }

    @Test(arguments: [
        "", "http://", "http://a b", "http://proxy:0", "http://proxy:65536", "http://proxy/path", "http://%zz@p",
    ])
    func `anything else is no proxy`(text: String) {
        #expect(throws: ProxyFault.form) { try Proxy(text) }
    }

    private func rules(_ setting: String? = nil, _ variables: [String: String] = [:]) throws -> ProxyRules {
        try ProxyRules(setting) { variables[$0] }
    }

    private func proxy(_ rules: ProxyRules, _ host: String = "example.com", isPlain: Bool = false) -> String? {
        rules.proxy(for: Origin(host: host, port: nil, isPlain: isPlain))?.origin.host
    }

    @Test(
        arguments: [
            ([:], nil),
            (["https_proxy": "a", "HTTPS_PROXY": "b", "all_proxy": "c"], "a"),
            (["HTTPS_PROXY": "b", "all_proxy": "c"], "b"),
            (["https_proxy": "", "all_proxy": "c", "ALL_PROXY": "d"], "c"),
            (["ALL_PROXY": "d"], "d"),
            (["http_proxy": "e"], nil),
        ] as [([String: String], String?)]
    )
    func `the environment names the proxy where no setting does`(variables: [String: String], expected: String?) throws
    {
        #expect(try proxy(rules(nil, variables)) == expected)
        #expect(try proxy(rules("setting", variables)) == "setting")
        #expect(try proxy(rules("", variables)) == nil)
        #expect(try proxy(rules(nil, variables), isPlain: true) == nil)
    }

    @Test func `an unusable proxy of the environment is told, unless a setting takes its place`() throws {
        let variables = ["all_proxy": "socks5://proxy:1080"]
        #expect(throws: ProxyFault.scheme("socks5")) { try rules(nil, variables) }
        #expect(try proxy(rules("other", variables)) == "other")
        #expect(try proxy(rules(nil, variables.merging(["no_proxy": "*"]) { $1 })) == nil)
    }

    @Test(arguments: [
        ("*", "example.com", true), ("example.com", "example.com", true), ("example.com", "api.EXAMPLE.com", true),
        (".example.com", "example.com", true), ("example.com.", "a.example.com.", true),
        ("example.com", "badexample.com", false), ("api.example.com", "example.com", false),
        ("a.com, example.com", "example.com", true), ("a.com example.com", "example.com", true), ("", "a", false),
        (",", "example.com", false), ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.10", false),
        ("0.0.1", "127.0.0.1", false), ("10.0.0.0/8", "10.200.3.4", true), ("10.0.0.0/8", "11.0.0.1", false),
        ("10.0.0.0/33", "10.0.0.1", false), ("192.168.1.0/25", "192.168.1.127", true),
        ("192.168.1.0/25", "192.168.1.128", false), ("[::1]", "::1", true), ("fe80::/10", "fe80::1", true),
        ("fe80::/10", "::1", false), ("10.0.0.0/8", "ten.example.com", false),
    ])
    func `no_proxy names hosts that are reached directly`(list: String, host: String, isDirect: Bool) throws {
        for variable in ["no_proxy", "NO_PROXY"] {
            let rules = try rules("http://proxy:1", [variable: list])
            #expect((proxy(rules, host) == nil) == isDirect)
        }
    }
}
