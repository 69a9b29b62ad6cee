import ConsumptionRules
import FoundationEssentials
import Testing

@Suite struct BuildingTests {
    private let uuid = NotificationUUID(TestEvent.uuid)

    private func event(_ body: ConsumptionEvent.Body, _ type: ProductType = .consumable) throws -> ConsumptionEvent {
        ConsumptionEvent(
            notificationUUID: try #require(uuid),
            signedDate: UNIXMilliseconds(1_759_999_000_000),
            environment: .production,
            bundleID: TestEvent.bundleID,
            transactionID: "2000000123456789",
            type: type,
            advancedCommerce: body.isV1,
            body: body
        )
    }

    private let current = ConsumptionRequest(
        customerConsented: true,
        deliveryStatus: .delivered,
        sampleContentProvided: false
    )
    private let older = ConsumptionRequestV1(
        customerConsented: true,
        consumptionStatus: 1,
        platform: 2,
        sampleContentProvided: true,
        deliveryStatus: 0,
        appAccountToken: "7e3fb20b-4cdb-47cc-936d-99d65f608138",
        accountTenure: 7,
        playTime: 3,
        lifetimeDollarsRefunded: 0,
        lifetimeDollarsPurchased: 4,
        userStatus: 1,
        refundPreference: 2
    )

    @Test func `what is built is a valid event in as few words as it needs`() throws {
        let event = try event(.v2(current))
        let text = String(decoding: event.recordValue, as: UTF8.self)
        #expect(
            text == """
                {"notificationUUID":"\(TestEvent.uuid)","signedDate":1759999000000,"environment":"Production",\
                "bundleId":"com.example.game","transactionId":"2000000123456789","type":"Consumable",\
                "consumptionRequest":{"customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":false}}
                """
        )
        #expect(try Judgement(of: text).report == event.checked(at: TestEvent.now) { $0 == TestEvent.bundleID })
    }

    @Test func `an older body is built with every number in its place`() throws {
        let event = try event(.v1(older))
        let report = try event.checked(at: TestEvent.now) { $0 == TestEvent.bundleID }
        #expect(
            report.bodyText == """
                {"accountTenure":7,"appAccountToken":"7e3fb20b-4cdb-47cc-936d-99d65f608138","consumptionStatus":1,\
                "customerConsented":true,"deliveryStatus":0,"lifetimeDollarsPurchased":4,"lifetimeDollarsRefunded":0,\
                "platform":2,"playTime":3,"refundPreference":2,"sampleContentProvided":true,"userStatus":1}
                """
        )
        #expect(try ConsumptionEvent(decoding: event.recordValue) == event)
    }

    @Test(arguments: TruthTableTests.types, TruthTableTests.deliveries)
    func `an event that was read is written so that it is read and judged as before`(
        _ type: String,
        _ delivery: String?
    ) throws {
        for preference in TruthTableTests.preferences {
            for percentage in TruthTableTests.percentages {
                let text = TestEvent.v2.with("type", "\"\(type)\"").with(
                    "consumptionRequestReason",
                    #""a \"b\" \u00e9""#
                )
                .withBody("deliveryStatus", delivery.map { "\"\($0)\"" })
                .withBody("refundPreference", preference.map { "\"\($0)\"" })
                .withBody("consumptionPercentage", percentage).text
                let written = try ConsumptionEvent(decoding: Array(text.utf8)).recordValue
                let (before, after) = (Judgement(of: text), Judgement(of: String(decoding: written, as: UTF8.self)))
                #expect(before.report == after.report, "\(text)")
                #expect(before.refusal?.codes == after.refusal?.codes, "\(text)")
            }
        }
    }

    @Test func `the documentation's example is this one, and prints what it says`() throws {
        var printed: [String] = []
        try ProducerExample.run(uuid: try #require(uuid), now: TestEvent.now) { printed.append("\($0)") }
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let source = try text(folder.appending(path: "ProducerExample.swift"))
        let example = try #require(source.split(separator: "// The documentation holds the lines from here…\n").last)
            .prefix { $0 != "…" }.split(separator: "\n").dropLast().map { $0.dropFirst(8) }.joined(separator: "\n")
        let page = try text(
            folder.appending(path: "../../Sources/ConsumptionRules/ConsumptionRules.docc/ConsumptionRules.md")
        )
        #expect(page.contains("```swift\n\(example)\n```"))
        #expect(printed.count == 1)
        #expect(page.split(separator: "\n").joined(separator: " ").contains("`\(printed[0])`"))
    }

    private func text(_ file: URL) throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }
}

extension ConsumptionEvent.Body {
    fileprivate var isV1: Bool {
        guard case .v1 = self else { return false }
        return true
    }
}
