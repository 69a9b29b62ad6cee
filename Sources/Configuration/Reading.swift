/// How one kind of value is read from a scalar, and what people are told to write when it can't be.
struct Reading<Value>: Sendable {
    /// What would be right, as the object of "Write …".
    let expected: String
    /// Throws what is wrong as a predicate, "is not a whole number": the value itself is put before it.
    private let convert: @Sendable (Scalar) throws(Complaint) -> Value

    init(_ expected: String, convert: @escaping @Sendable (Scalar) throws(Complaint) -> Value) {
        self.expected = expected
        self.convert = convert
    }

    func read(_ scalar: Scalar) throws(Complaint) -> Value {
        do {
            return try convert(scalar)
        } catch {
            throw Complaint(
                "\(scalar.shown) \(error.problem)",
                error.remedy.isEmpty ? "Write \(expected)" : error.remedy
            )
        }
    }
}

extension Reading<String> {
    /// A text with something in it.
    static func text(_ expected: String) -> Self {
        Self(expected) { scalar throws(Complaint) in
            guard !scalar.text.isEmpty else { throw Complaint("is empty") }
            return scalar.text
        }
    }

    /// Any text, the empty one included.
    static let anything = Self("a text, or \"\" for an empty one") { scalar in scalar.text }

    /// Letters, digits, `.`, `_` and `-`, as Kafka allows in the name of a topic.
    static let topic = Self("the name of a topic, up to 249 of A-Z a-z 0-9 . _ -") { scalar throws(Complaint) in
        let name = scalar.text
        let isLegal = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
        guard isLegal, (1...249).contains(name.count), name != ".", name != ".." else {
            throw Complaint("is not a legal topic name")
        }
        return name
    }

    /// The path of a file; a relative one starts at the folder of the configuration file.
    static func file(in folder: String) -> Self {
        Self("the path of a file") { scalar throws(Complaint) in
            guard !scalar.text.isEmpty else { throw Complaint("is empty") }
            return scalar.text.hasPrefix("/") ? scalar.text : folder + scalar.text
        }
    }
}

extension Reading<Int> {
    /// A whole number in decimal digits.
    static func integer(_ range: ClosedRange<Int>) -> Self {
        Self("a whole number from \(range.lowerBound) to \(range.upperBound)") { scalar throws(Complaint) in
            let digits = scalar.text.first == "-" ? scalar.text.dropFirst() : scalar.text[...]
            try scalar.checkNumber(digits.allSatisfy(\.isASCIIDigit), "is not a whole number")
            // Digits that do not fit an Int are out of every range.
            guard let value = Int(scalar.text), range.contains(value) else { throw Complaint("is out of range") }
            return value
        }
    }
}

extension Reading<Double> {
    /// A decimal number without an exponent.
    static func number(_ expected: String, where isRight: @escaping @Sendable (Double) -> Bool) -> Self {
        Self(expected) { scalar throws(Complaint) in
            let isDecimal = scalar.text.allSatisfy { $0.isASCIIDigit || $0 == "." || $0 == "-" }
            let value = isDecimal ? Double(scalar.text) : nil
            try scalar.checkNumber(value != nil, "is not a number")
            guard let value, isRight(value) else { throw Complaint("is out of range") }
            return value
        }
    }
}

extension Reading<Duration> {
    /// A span of time with its unit.
    static func duration(_ range: ClosedRange<Duration>) -> Self {
        Self("a duration from \(range.lowerBound.written) to \(range.upperBound.written)") { scalar throws(Complaint) in
            let value = try Duration(written: scalar.text)
            guard range.contains(value) else { throw Complaint("is out of range") }
            return value
        }
    }
}

extension Reading where Value: CaseIterable & RawRepresentable<String> & Sendable {
    /// One of a few words.
    static var choice: Self {
        let choices = Array(Value.allCases)
        let words = choices.map(\.rawValue)
        return Self(words.joined(separator: " or ")) { scalar throws(Complaint) in
            guard let value = choices.first(where: { $0.rawValue == scalar.text }) else {
                let suggestion = Spelling.suggestion(for: scalar.text, among: words)
                throw Complaint("is not known here", suggestion.map { "Did you mean \($0)?" } ?? "")
            }
            return value
        }
    }
}

extension Scalar {
    /// - Throws: when this is no number, with a hint when only quotes are in the way.
    fileprivate func checkNumber(_ isNumber: Bool, _ problem: String) throws(Complaint) {
        guard isNumber, !text.isEmpty else { throw Complaint(problem) }
        guard !isQuoted else { throw Complaint("is a text because of its quotes", "Write it without quotes") }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
