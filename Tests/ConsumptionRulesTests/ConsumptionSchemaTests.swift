import ConsumptionRules
import Foundation
import Testing

@Suite struct ConsumptionSchemaTests {
    private func schema() throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: Data(ConsumptionSchema.text.utf8))
        return try #require(json as? [String: Any])
    }

    /// The part of the schema at the end of a path of keys.
    private func part(_ path: String...) throws -> [String: Any] {
        try path.reduce(try schema()) { try #require($0[$1] as? [String: Any], "\($1)") }
    }

    /// The names that the field may have, null left out.
    private func names(_ path: [String]) throws -> [String] {
        let field = try path.reduce(try schema()) { try #require($0[$1] as? [String: Any], "\($1)") }
        return try #require(field["enum"] as? [Any]).compactMap { $0 as? String }
    }

    @Test func `its names are the module's, in the same order`() throws {
        let request = ["$defs", "consumptionRequest", "properties"]
        #expect(try names(["properties", "environment"]) == AppStoreEnvironment.allCases.map(\.rawValue))
        #expect(try names(["properties", "type"]) == ProductType.allCases.map(\.rawValue))
        #expect(try names(request + ["deliveryStatus"]) == DeliveryStatus.allCases.map(\.rawValue))
        #expect(try names(request + ["refundPreference"]) == RefundPreference.allCases.map(\.rawValue))
    }

    @Test func `an event with exactly its V2 fields is understood, and so is one with exactly its V1 fields`() throws {
        for (name, event) in [("consumptionRequest", TestEvent.v2), ("consumptionRequestV1", TestEvent.v1)] {
            let json = try JSONSerialization.jsonObject(with: Data(event.text.utf8))
            let body = try #require((json as? [String: Any])?[name] as? [String: Any])
            #expect(Set(body.keys) == Set(try part("$defs", name, "properties").keys))
            #expect(event.codes() == [])
        }
    }

    @Test func `its V1 ranges are those of the rules`() throws {
        let fields = try part("$defs", "consumptionRequestV1", "properties")
        for (field, code, largest) in RequestV1Tests.fields {
            let range = try #require(fields[field] as? [String: Any])
            #expect(range["minimum"] as? Int == 0)
            #expect(range["maximum"] as? Int == largest)
            #expect(TestEvent.v1.withBody(field, "\(largest + 1)").codes() == [code])
        }
    }

    @Test func `what it requires is refused when it is missing`() throws {
        for field in try #require(try schema()["required"] as? [String]) {
            #expect(!TestEvent.v2.with(field, nil).codes().isEmpty, "\(field)")
        }
        for field in try #require(try part("$defs", "consumptionRequest")["required"] as? [String]) {
            #expect(!TestEvent.v2.withBody(field, nil).codes().isEmpty, "\(field)")
        }
        for field in try #require(try part("$defs", "consumptionRequestV1")["required"] as? [String]) {
            #expect(!TestEvent.v1.withBody(field, nil).codes().isEmpty, "\(field)")
        }
    }
}
