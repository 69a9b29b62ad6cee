import AppStoreServer
import Testing

@Suite struct ConsumptionPathTests {
    @Test(arguments: ["v1", "v2"], ["0", "2000000123456789", String(repeating: "9", count: 64)])
    func `both endpoints take 1 to 64 digits as they are`(version: String, transactionID: String) {
        let text = "/inApps/\(version)/transactions/consumption/\(transactionID)"
        #expect(ConsumptionPath(text)?.text == text)
    }

    @Test(arguments: [
        "", "/", "/inApps/v2/transactions/consumption/", "/inApps/v3/transactions/consumption/1",
        "/inApps/v2/transactions/consumption/1/", "/inApps/v2/transactions/consumption/../1",
        "/inApps/v2/transactions/consumption/1?x", "/inApps/v2/transactions/consumption/1#", "1",
        "/inApps/v2/transactions/consumption/%31", "/inApps/v2/transactions/consumption/１",
        "/inApps/v2/transactions/consumption/-1", "/inApps/v2/transactions/consumption/1\r\nX: y",
        "/inApps/v2/transactions/consumption/" + String(repeating: "9", count: 65),
        "x/inApps/v2/transactions/consumption/1",
    ])
    func `anything else is no path`(text: String) {
        #expect(ConsumptionPath(text) == nil)
    }
}
