import ConsumptionRules

/// The verdicts on some values, written one a line, and how many there were of each kind.
struct Validation {
    /// What is written of each verdict.
    enum Form: Sendable { case text, json, nothing }

    /// The counts so far.
    var tally = VerdictTally()
    private let bundleIDs: Set<String>?
    private let form: Form
    private var report: [UInt8] = []

    /// - Parameter bundleIDs: Those that pass; nil lets all pass.
    init(bundleIDs: Set<String>?, form: Form) {
        (self.bundleIDs, self.form) = (bundleIDs, form)
    }

    /// Judges one value; nil is a record without one.
    mutating func judge(_ value: [UInt8]?, from place: ValuePlace, at now: UNIXMilliseconds) {
        let judgement = Judgement(of: value, at: now) { bundleIDs?.contains($0) ?? true }
        tally.count(judgement)
        switch form {
        case .text: writeText(judgement, place)
        case .json: writeJSON(judgement, place)
        case .nothing: break
        }
    }

    /// How much of the report waits to be taken, in bytes.
    var reportSize: Int { report.count }

    /// What was written since the last time.
    mutating func takeReport() -> [UInt8] {
        defer { report = [] }
        return report
    }

    private mutating func writeText(_ judgement: Judgement, _ place: ValuePlace) {
        report += "\(place): ".utf8
        switch judgement {
        case .report: report += "valid\n".utf8
        case .refused(let refusal):
            let codes = refusal.codes.map(\.rawValue).joined(separator: ",")
            report += "\(codes): \(Self.message(refusal))\n".utf8
        }
    }

    /// The codes stand before it already, so only the places and clauses.
    private static func message(_ refusal: Refusal) -> String {
        refusal.violations
            .map { "\($0.path)\($0.byteOffset.map { ", byte \($0)" } ?? ""): \($0.message)" }
            .joined(separator: "; ")
    }

    private mutating func writeJSON(_ judgement: Judgement, _ place: ValuePlace) {
        JSONWriter.append(to: &report) { json in
            json.object { json in
                place.write(to: &json)
                guard case .refused(let refusal) = judgement else { return json.member("valid", true) }
                json.member("valid", false)
                json.list("violations", refusal.violations) { violation, json in
                    json.object { violation.write(to: &$0) }
                }
            }
        }
        report.append(UInt8(ascii: "\n"))
    }
}

extension Violation {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("code", code.rawValue)
        json.member("path", path)
        if let byteOffset { json.member("byteOffset", byteOffset) }
        json.member("message", message)
    }
}
