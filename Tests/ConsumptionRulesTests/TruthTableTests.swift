import ConsumptionRules
import Testing

@Suite struct TruthTableTests {
    static let types = [
        "Consumable", "Non-Consumable", "Non-Renewing Subscription", "Auto-Renewable Subscription", "Gift",
    ]
    static let ownerships = ["PURCHASED", "FAMILY_SHARED", "ASSIGNED", nil, "LENT"]
    static let deliveries = [
        "DELIVERED", "UNDELIVERED_QUALITY_ISSUE", "UNDELIVERED_WRONG_ITEM", "UNDELIVERED_SERVER_OUTAGE",
        "UNDELIVERED_OTHER", nil, "Delivered",
    ]
    static let preferences = ["DECLINE", "GRANT_FULL", "GRANT_PRORATED", nil, "GRANT"]
    static let percentages = [
        "-1", "0", "1", "15", "50000", "67932", "99999", "100000", "100001", "2147483647", "2147483648",
        "123456789012345678901234567890", "-123456789012345678901234567890", nil, "null",
    ]

    @Test(arguments: types, ownerships)
    func `every combination is judged as the contract's table says`(_ type: String, _ ownership: String?) {
        for delivery in Self.deliveries {
            for preference in Self.preferences {
                for percentage in Self.percentages {
                    check(
                        TruthTableRow(
                            type: type,
                            delivery: delivery,
                            preference: preference,
                            percentage: percentage,
                            ownership: ownership
                        )
                    )
                }
            }
        }
    }

    private func check(_ row: TruthTableRow) {
        let oracle = PercentageOracle(row)
        switch event(row).judged() {
        case .refused(let refusal):
            #expect(refusal.codes.map(\.rawValue) == oracle.codes, "\(row)")
            #expect(refusal.stage == .rules)
        case .report(let report):
            #expect(oracle.codes.isEmpty, "\(row)")
            #expect(report.bodyText == oracle.body, "\(row)")
        }
    }

    private func event(_ row: TruthTableRow) -> TestEvent {
        TestEvent.v2
            .with("type", quoted(row.type))
            .with("inAppOwnershipType", row.ownership.map(quoted))
            .withBody("deliveryStatus", row.delivery.map(quoted))
            .withBody("refundPreference", row.preference.map(quoted))
            .withBody("consumptionPercentage", row.percentage)
    }

    private func quoted(_ text: String) -> String { "\"\(text)\"" }
}
