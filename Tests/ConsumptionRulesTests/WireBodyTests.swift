import ConsumptionRules
import Testing

@Suite struct WireBodyTests {
    @Test func `a V2 body has Apple's fields in alphabetical order`() throws {
        let report = try #require(TestEvent.v2.judged().report)
        #expect(
            report.bodyText == """
                {"consumptionPercentage":50000,"customerConsented":true,"deliveryStatus":"DELIVERED",\
                "refundPreference":"GRANT_PRORATED","sampleContentProvided":false}
                """
        )
        #expect(report.endpoint == .v2)
        #expect(report.path == "/inApps/v2/transactions/consumption/2000000123456789")
    }

    @Test func `a V1 body has Apple's fields in alphabetical order`() throws {
        let report = try #require(TestEvent.v1.judged().report)
        #expect(
            report.bodyText == """
                {"accountTenure":7,"appAccountToken":"7E3FB20B-4CDB-47CC-936D-99D65F608138","consumptionStatus":1,\
                "customerConsented":true,"deliveryStatus":0,"lifetimeDollarsPurchased":4,"lifetimeDollarsRefunded":0,\
                "platform":2,"playTime":3,"refundPreference":2,"sampleContentProvided":true,"userStatus":1}
                """
        )
        #expect(report.endpoint == .v1)
        #expect(report.path == "/inApps/v1/transactions/consumption/2000000123456789")
    }

    @Test(arguments: [nil, "null"])
    func `what is absent stays absent`(_ absent: String?) throws {
        let event = TestEvent.v2.withBody("consumptionPercentage", absent).withBody("refundPreference", absent)
        let report = try #require(event.judged().report)
        #expect(
            report.bodyText
                == #"{"customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":false}"#
        )
    }

    @Test(arguments: ["Consumable", "Non-Consumable", "Non-Renewing Subscription"])
    func `an undelivered purchase goes out with 0`(_ type: String) throws {
        let event = TestEvent.v2.with("type", "\"\(type)\"").withBody("deliveryStatus", "\"UNDELIVERED_OTHER\"")
            .withBody("refundPreference", "\"GRANT_FULL\"").withBody("consumptionPercentage", nil)
        let report = try #require(event.judged().report)
        #expect(report.bodyText.hasPrefix(#"{"consumptionPercentage":0,"#))
    }

    @Test func `an undelivered auto-renewable subscription goes out without a percentage`() throws {
        let event = TestEvent.v2.with("type", "\"Auto-Renewable Subscription\"")
            .withBody("deliveryStatus", "\"UNDELIVERED_OTHER\"").withBody("consumptionPercentage", nil)
        let report = try #require(event.judged().report)
        #expect(!report.bodyText.contains("consumptionPercentage"))
    }

    @Test func `the body depends on the event's meaning, not on its spelling`() throws {
        let plain = try #require(TestEvent.v2.judged().report)
        let spaced = TestEvent.v2.text.replacing(",", with: " ,\n\t").replacing(
            "deliveryStatus",
            with: "\\u0064eliveryStatus"
        )
        #expect(Judgement(of: spaced).report == plain)
    }

    @Test func `the body is appended to what is there`() throws {
        let report = try #require(TestEvent.v2.judged().report)
        var bytes = Array("before".utf8)
        report.appendBody(to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "before" + report.bodyText)
    }

    @Test func `the report carries what its request needs`() throws {
        let report = try #require(TestEvent.v2.with("environment", "\"Sandbox\"").judged().report)
        #expect(report.notificationUUID.description == TestEvent.uuid)
        #expect(report.signedDate == UNIXMilliseconds(1_759_999_000_000))
        #expect(report.environment == .sandbox)
        #expect(report.bundleID == TestEvent.bundleID)
        #expect(report.transactionID == "2000000123456789")
        #expect(report.productType == .consumable)
    }
}
