extension Duration {
    /// The units that people write, from the largest.
    private static let units: [(name: String, length: Duration)] = [
        ("h", .seconds(3600)), ("m", .seconds(60)), ("s", .seconds(1)), ("ms", .milliseconds(1)),
    ]

    /// A span of time as it is written in a configuration: `500ms`, `1.5s`, `12h`, `1h30m`, or a bare `0`.
    ///
    /// Each part has at most nine digits before and after its point; parts go from large to small.
    init(written text: String) throws(Complaint) {
        guard text != "0" else {
            self = .zero
            return
        }
        var sum = Duration.zero
        var units = Self.units[...]
        var rest = Substring(text)
        repeat {
            let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(number.count)
            let name = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(name.count)
            guard !number.isEmpty else { throw Self.notADuration }
            guard !name.isEmpty || !rest.isEmpty else { throw Self.withoutUnit }
            guard let unit = units.firstIndex(where: { $0.name == name }) else { throw Self.notADuration }
            sum += try Self.units[unit].length.times(number)
            units = units[(unit + 1)...]
        } while !rest.isEmpty
        self = sum
    }

    private static let notADuration = Complaint("is not a duration", "Write one such as 500ms, 10s, 5m, 12h or 1h30m")
    private static let withoutUnit = Complaint("has no unit", "Write the unit: ms, s, m or h, as in 10s")

    /// This many times a decimal number, exact to the nanosecond for every unit.
    private func times(_ number: Substring) throws(Complaint) -> Duration {
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ (1...9).contains($0.count) }) else { throw Self.notADuration }
        guard let whole = Int(parts[0]) else { throw Self.notADuration }
        guard parts.count == 2 else { return self * whole }
        guard let fraction = Int(parts[1]) else { throw Self.notADuration }
        let scale = parts[1].reduce(1) { scale, _ in scale * 10 }
        return self * whole + self * fraction / scale
    }

    /// The shortest way to write it, exact to the millisecond.
    var written: String {
        var rest = self
        var text = ""
        for unit in Self.units where rest >= unit.length {
            let count = Int(rest / unit.length)
            text += "\(count)\(unit.name)"
            rest -= unit.length * count
        }
        return text.isEmpty ? "0" : text
    }
}
