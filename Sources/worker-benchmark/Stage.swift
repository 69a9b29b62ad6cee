/// One piece of work that is measured by itself.
struct Stage {
    /// As it stands in the table and in the baseline.
    let name: String
    /// How many operations are worth one reading of the clock: about a millisecond's work.
    let operations: Int
    /// Makes ready what the operations need, and gives back what performs that many of them.
    let prepare: () throws -> (Int) throws -> Void

    init(_ name: String, operations: Int, _ prepare: @escaping () throws -> (Int) throws -> Void) {
        self.name = name
        self.operations = operations
        self.prepare = prepare
    }

    static var all: [Stage] { rules + appStore + flow + worker }
}

/// Keeps the optimiser from leaving out work whose result nobody uses.
@inline(never) func keep<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
}
