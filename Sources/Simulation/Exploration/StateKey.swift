/// What tells two states of a small world apart: 128 bits over everything in them.
///
/// `StateReader` reads a state field by field, so a field is in the key unless it is left out there for a reason.
struct StateKey: Hashable, Sendable {
    let low: Int
    let high: Int

    init(of world: SmallWorld) {
        var reader = StateReader(world)
        reader.read(world)
        self = reader.key
    }

    init(low: Int, high: Int) {
        self.low = low
        self.high = high
    }
}
