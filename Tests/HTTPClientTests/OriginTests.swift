import Testing

@testable import HTTPClient

@Suite struct OriginTests {
    @Test(arguments: [
        ("https://api.storekit.apple.com", "api.storekit.apple.com", "api.storekit.apple.com:443", ""),
        ("http://localhost:4318/v1/traces", "localhost:4318", "localhost:4318", "/v1/traces"),
        ("http://[::1]:4318", "[::1]:4318", "[::1]:4318", ""), ("https://h:443/", "h", "h:443", "/"),
        ("http://h:443", "h:443", "h:443", ""),
    ])
    func `a URL is taken apart`(url: String, authority: String, address: String, path: String) throws {
        let (origin, found) = try #require(Origin.read(url))
        #expect(origin.authority == authority)
        #expect(origin.address == address)
        #expect(found == path)
    }

    @Test(arguments: [
        "", "h", "ftp://h", "https://", "https://u@h", "https://h:0", "https://h:70000", "https://h?x", "https://h/a b",
    ])
    func `anything else is no URL of a server`(url: String) {
        #expect(Origin.read(url) == nil)
    }
}
