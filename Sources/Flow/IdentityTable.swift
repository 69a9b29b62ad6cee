/// A set of 128-bit numbers in a table with open addresses: 16 bytes a place, of which at least seven tenths are taken
/// once there are more than a few.
struct IdentityTable: Sendable {
    /// 0 stands for a free place.
    private var places = [UInt128](repeating: 0, count: 16)
    private var hasZero = false
    private(set) var count = 0

    var byteCount: Int { places.count * MemoryLayout<UInt128>.stride }

    func contains(_ identity: UInt128) -> Bool {
        identity == 0 ? hasZero : places[place(of: identity)] == identity
    }

    /// Adds a number that is not there yet.
    mutating func insert(_ identity: UInt128) {
        count += 1
        guard identity != 0 else {
            hasZero = true
            return
        }
        if count * 8 > places.count * 7 { grow() }
        places[place(of: identity)] = identity
    }

    private mutating func grow() {
        let before = places
        places = [UInt128](repeating: 0, count: before.count * 5 / 4)
        for identity in before where identity != 0 { places[place(of: identity)] = identity }
    }

    /// Where a number is, or else where it would be put: the first free place from its home on.
    private func place(of identity: UInt128) -> Int {
        let places = places.span
        var place = Int(Self.spread(identity).multipliedFullWidth(by: UInt64(places.count)).high)
        while true {
            let taken = places[place]
            if taken == 0 || taken == identity { return place }
            place = place + 1 == places.count ? 0 : place + 1
        }
    }

    /// Numbers that are close together must not be neighbours, nor may a stranger choose some that want the same place: so
    /// the halves are hidden behind a key, which is another one in each process, and multiplied with each other.
    private static func spread(_ identity: UInt128) -> UInt64 {
        let low = UInt64(truncatingIfNeeded: identity) ^ key.low
        let high = UInt64(truncatingIfNeeded: identity >> 64) ^ key.high
        let product = low.multipliedFullWidth(by: high)
        return product.high ^ product.low
    }

    private static let key = (low: UInt64.random(in: .min ... .max), high: UInt64.random(in: .min ... .max))
}
