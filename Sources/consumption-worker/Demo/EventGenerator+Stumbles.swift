import ConsumptionRules

/// What goes wrong at the App Store on the way.
extension EventGenerator {
    private static let stumbles: [(count: Int, stumbles: [DemoEvent.Stumble])] = [
        (18, [.serverError]), (4, [.serverError, .serverError]), (6, [.rateLimit]), (8, [.droppedConnection]),
        (2, [.droppedConnection, .serverError]),
    ]

    /// Each event meets one row of them at most.
    mutating func addStumbles(to events: inout [DemoEvent]) {
        refuseTokens(in: &events)
        for (count, stumbles) in Self.stumbles {
            for _ in 0..<count {
                let index = random.pick(events.indices.filter { events[$0].isUntroubled })
                events[index].stumbles = stumbles
            }
        }
    }

    /// One app's token is refused once at each address it sends to.
    ///
    /// Twice in a row would pause the app for half a minute, which is right but no show.
    private func refuseTokens(in events: inout [DemoEvent]) {
        for environment in AppStoreEnvironment.allCases {
            for isAdvancedCommerce in [false, true] {
                let index = events.firstIndex {
                    $0.isUntroubled && $0.purchase.bundleID == Self.bundleIDs[1]
                        && $0.purchase.environment == environment
                        && $0.purchase.isAdvancedCommerce == isAdvancedCommerce
                }
                if let index { events[index].stumbles = [.refusedToken] }
            }
        }
    }
}

extension DemoEvent {
    fileprivate var isUntroubled: Bool { ending == .accepted && stumbles.isEmpty }
}
