import ConsumptionRules

/// How many values were valid, and how many were not for which reason.
struct VerdictTally {
    private var validCount = 0
    /// By the first code, as dead letters are filed.
    private var refusedCounts: [ViolationCode: Int] = [:]
    private var unreadableFileCount = 0

    mutating func count(_ judgement: Judgement) {
        switch judgement {
        case .report: validCount += 1
        case .refused(let refusal): refusedCounts[refusal.code, default: 0] += 1
        }
    }

    /// A file could not be read, or not to its end.
    mutating func missFile() { unreadableFileCount += 1 }

    private var invalidCount: Int { refusedCounts.values.reduce(0, +) }

    /// The reasons, the most frequent first.
    private var reasons: [(code: ViolationCode, count: Int)] {
        refusedCounts.map { ($0.key, $0.value) }
            .sorted { ($1.count, $0.code.rawValue) < ($0.count, $1.code.rawValue) }
    }

    /// A line for each reason, then the counts of all, for a person.
    var text: String {
        let lines = reasons.map { leftPadded(grouped($0.count), to: 9) + "  \($0.code.rawValue) (\($0.code.stage))" }
        let missed = unreadableFileCount == 0 ? "" : ", \(unreadableFileCount) unreadable"
        return (lines + ["\(validCount) valid, \(invalidCount) invalid" + missed]).joined(separator: "\n")
    }

    /// The same as one JSON object, for a program.
    var json: String {
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { json in
            json.object { json in
                json.member("valid", validCount)
                json.member("invalid", invalidCount)
                json.member("unreadableFiles", unreadableFileCount)
                json.key("reasons")
                json.object { json in
                    for reason in reasons {
                        json.key(spelling: reason.code.rawValue)
                        json.value(reason.count)
                    }
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The counts, for a script.
    var exitCode: ExitCode {
        if unreadableFileCount > 0 { return .unreadableInput }
        return invalidCount > 0 ? .answerIsNo : .done
    }
}
