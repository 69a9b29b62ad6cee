import ConsumptionRules
import Testing

@Suite struct ConsumptionPercentageTests {
    /// The first four are the examples on Apple's page.
    @Test(
        arguments: [
            ("67.932%", 67932), ("0.015%", 15), ("40%", 40000), ("100%", 100000), ("67.932", 67932), ("0", 0),
            ("0.0", 0),
            ("0.001", 1), ("99.999", 99999), ("5.5", 5500), ("5.05", 5050), ("100.000", 100000), ("67.9320000", 67932),
            ("0040", 40000),
        ] as [(String, Int32)]
    )
    func `a percentage becomes milliunits exactly`(_ text: String, _ milliunits: Int32) throws {
        #expect(try ConsumptionPercentage(percent: text).milliunits == milliunits)
    }

    @Test(
        arguments: [
            ("0.0155", .moreThanThreeDecimals), ("100.0001", .moreThanThreeDecimals), ("100.001", .over100Percent),
            ("101", .over100Percent), ("99999999999999999999999999", .over100Percent), ("", .notADecimalNumber),
            ("%", .notADecimalNumber), (".5", .notADecimalNumber), ("5.", .notADecimalNumber),
            ("5.%", .notADecimalNumber),
            ("-1", .notADecimalNumber), ("+1", .notADecimalNumber), ("1e1", .notADecimalNumber),
            ("1,5", .notADecimalNumber),
            ("40 %", .notADecimalNumber), ("4%0", .notADecimalNumber), ("1.2.3", .notADecimalNumber),
            ("40%%", .notADecimalNumber), ("٤", .notADecimalNumber), ("half", .notADecimalNumber),
        ] as [(String, ConsumptionPercentageError)]
    )
    func `what does not fit is an error, never rounded`(_ text: String, _ error: ConsumptionPercentageError) {
        #expect(throws: error) { try ConsumptionPercentage(percent: text) }
    }

    @Test(
        arguments: [
            (1, 2, 50000), (0, 1, 0), (1, 1, 100000), (1, 3, 33333), (2, 3, 66667), (1, 200_000, 1), (1, 200_001, 0),
            (3, 200_000, 2), (Int.max, Int.max, 100000), (Int.max / 2, Int.max, 50000), (0, Int.max, 0),
        ] as [(Int, Int, Int32)]
    )
    func `a quantity becomes the nearest milliunit, a half upwards`(_ used: Int, _ bought: Int, _ milliunits: Int32)
        throws
    {
        #expect(try ConsumptionPercentage(used: used, of: bought).milliunits == milliunits)
    }

    @Test(
        arguments: [
            (0, 0, .nothingBought), (1, -1, .nothingBought), (0, Int.min, .nothingBought), (3, 2, .usedOutsideBought),
            (-1, 2, .usedOutsideBought), (Int.min, 1, .usedOutsideBought),
        ] as [(Int, Int, ConsumptionPercentageError)]
    )
    func `an impossible quantity is an error`(_ used: Int, _ bought: Int, _ error: ConsumptionPercentageError) {
        #expect(throws: error) { try ConsumptionPercentage(used: used, of: bought) }
    }

    @Test(arguments: [0, 1, 15, 999, 1000, 50000, 67932, 99999, 100_000] as [Int32])
    func `every milliunit is reached from its own text`(_ milliunits: Int32) throws {
        let decimals = String(1000 + milliunits % 1000).dropFirst()
        let percentage = try ConsumptionPercentage(percent: "\(milliunits / 1000).\(decimals)")
        #expect(percentage.milliunits == milliunits)
        #expect(
            TestEvent.v2.withBody("refundPreference", nil).withBody("consumptionPercentage", "\(milliunits)").codes()
                == []
        )
    }
}
