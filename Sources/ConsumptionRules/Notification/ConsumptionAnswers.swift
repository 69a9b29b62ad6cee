/// What only the producer knows of a purchase: its answers, by the names of Apple's request body.
public struct ConsumptionAnswers: Equatable, Sendable {
    /// Apple's fields as they were given; the rules judge them.
    let fields: [JSONTree.Member]
    /// In place of a percentage.
    let usage: Usage?

    /// How many units were used, of how many; without `bought` it is the transaction's quantity.
    struct Usage: Equatable, Sendable {
        let used: Int
        let bought: Int?
    }

    /// The answers for every purchase but those of the Advanced Commerce API.
    public init(_ request: ConsumptionRequest) {
        self.init { request.write(to: &$0) }
    }

    /// The answers for a purchase that was made through the Advanced Commerce API.
    public init(_ request: ConsumptionRequestV1) {
        self.init { request.write(to: &$0) }
    }

    private init(_ write: (inout JSONWriter) -> Void) {
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { $0.object(write) }
        // Balanced as the writer's texts are, so it can be read.
        guard case .object(let members)? = try? JSONTree(reading: bytes) else {
            preconditionFailure("the writer wrote no object")
        }
        (fields, usage) = (members, nil)
    }

    /// Reads a JSON object with the fields of Apple's ConsumptionRequest, or of ConsumptionRequestV1 for an Advanced Commerce
    /// purchase.
    ///
    /// In place of `consumptionPercentage` it may have `used`, and `bought` where that is not the transaction's quantity.
    ///
    /// - Throws: What keeps it from being such an object; the fields are for the rules to judge.
    public init(decoding bytes: [UInt8]) throws(ProducerFaults) {
        let tree = try JSONTree(reading: bytes, of: .answers, at: "$")
        guard case .object(let members) = tree else {
            throw ProducerFaults(ProducerFault(.answers, at: "$", "an object is required"))
        }
        let usageNames = ["used", "bought"].map { Array($0.utf8) }
        fields = members.filter { !usageNames.contains($0.name) }
        usage = try Usage(tree)
    }
}

extension ConsumptionAnswers.Usage {
    /// Nil for answers that do not count units.
    fileprivate init?(_ answers: JSONTree) throws(ProducerFaults) {
        let bought = try Self.count("bought", in: answers)
        guard let used = try Self.count("used", in: answers) else {
            guard bought == nil else { throw Self.fault(at: "$.bought", "means nothing without used") }
            return nil
        }
        guard answers["consumptionPercentage"] == nil else {
            throw Self.fault(at: "$.used", "excludes consumptionPercentage: give one of the two")
        }
        self.init(used: used, bought: bought)
    }

    private static func count(_ name: String, in answers: JSONTree) throws(ProducerFaults) -> Int? {
        guard let value = answers[name] else { return nil }
        guard let count = value.integer?.value.flatMap(Int.init(exactly:)) else {
            throw fault(at: "$.\(name)", "an integer is required, written with digits alone")
        }
        return count
    }

    private static func fault(at path: String, _ message: String) -> ProducerFaults {
        ProducerFaults(ProducerFault(.answers, at: path, message))
    }
}
