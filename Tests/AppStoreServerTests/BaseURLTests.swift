import HTTPClient
import Testing

@testable import AppStoreServer

@Suite struct BaseURLTests {
    @Test(arguments: [
        ("https://api.storekit.apple.com", "https://api.storekit.apple.com"),
        ("https://api.storekit.apple.com/", "https://api.storekit.apple.com"),
        ("https://gateway:8443/apple/v1//", "https://gateway:8443/apple/v1"),
        ("https://[2001:db8::1]:443", "https://[2001:db8::1]"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://127.200.3.4", "http://127.200.3.4"),
        ("http://localhost:1/x", "http://localhost:1/x"),
        ("http://[::1]:1", "http://[::1]:1"),
    ])
    func `an address is taken without its last slash`(text: String, expected: String) throws {
        let url = try BaseURL(text)
        #expect((url.origin.isPlain ? "http://" : "https://") + url.origin.authority + url.prefix == expected)
    }

    @Test(arguments: [
        "http://example.com", "http://127.0.0.1.example.com", "http://localhost.example.com", "http://128.0.0.1",
        "http://127.1", "http://127.0.0.256", "http://0.0.0.0", "http://[::2]", "http://10.0.0.1:8080",
        "http://127.0.0.1.",
    ])
    func `plain http is for loopback hosts only`(text: String) {
        #expect(throws: BaseURLError.plainOutsideLoopback) { try BaseURL(text) }
    }

    @Test(arguments: [
        "", "api.storekit.apple.com", "ftp://x", "HTTPS://x", "https://", "https:///x", "https://user@x",
        "https://u:p@x",
        "http://127.0.0.1@example.com", "http://127.0.0.1#@example.com", "https://x?a=b", "https://x#f",
        "https://x/a b",
        "https://x/../y", "https://x:port", "https://x\n", "https://é.com", "https://x:123456", "https://x:65536",
        "https://x:0", "https://x/%2e",
        "http://[::1]@example.com", #"http://127.0.0.1\.example.com"#,
    ])
    func `anything else is no base URL`(text: String) {
        #expect(throws: BaseURLError.form) { try BaseURL(text) }
    }
}
