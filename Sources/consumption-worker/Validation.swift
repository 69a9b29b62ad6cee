import ConsumptionRules

/// The verdicts on the events of some files, one line each, and how many there were of each kind.
struct Validation {
    /// The bundle ids that pass; nil lets all pass.
    private let bundleIDs: Set<String>?
    private var file = ""
    private var lines = LineSplitter()
    private var lineNumber = 0
    private var validCount = 0
    private var invalidCount = 0
    private var unreadableFileCount = 0

    init(bundleIDs: Set<String>?) { self.bundleIDs = bundleIDs }

    /// What follows comes from this file.
    mutating func begin(_ file: String) {
        self.file = file
        lines = LineSplitter()
        lineNumber = 0
    }

    /// The verdicts on the lines that end in the next piece of the file.
    mutating func verdicts(on piece: ArraySlice<UInt8>, at now: UNIXMilliseconds) -> String {
        lines.take(piece).map { verdict(on: $0, at: now) }.joined()
    }

    /// The verdict on what stands behind the file's last newline, if anything does.
    mutating func lastVerdict(at now: UNIXMilliseconds) -> String {
        lines.takeRest().map { verdict(on: $0, at: now) } ?? ""
    }

    /// The file could not be read, or not to its end.
    mutating func missFile() { unreadableFileCount += 1 }

    /// The counts, for a person.
    var summary: String {
        let missed = unreadableFileCount == 0 ? "" : ", \(unreadableFileCount) unreadable"
        return "\(validCount) valid, \(invalidCount) invalid" + missed
    }

    /// The counts, for a script.
    var exitCode: ExitCode {
        if unreadableFileCount > 0 { return .unreadableInput }
        return invalidCount > 0 ? .answerIsNo : .done
    }

    private mutating func verdict(on line: [UInt8], at now: UNIXMilliseconds) -> String {
        lineNumber += 1
        switch Judgement(of: line, at: now, isConfigured: { bundleIDs?.contains($0) ?? true }) {
        case .report:
            validCount += 1
            return "\(file):\(lineNumber): valid\n"
        case .refused(let refusal):
            invalidCount += 1
            let codes = refusal.codes.map(\.rawValue).joined(separator: ",")
            return "\(file):\(lineNumber): \(codes): \(Self.message(refusal))\n"
        }
    }

    /// The codes stand before it already, so only the places and clauses.
    private static func message(_ refusal: Refusal) -> String {
        refusal.violations
            .map { "\($0.path)\($0.byteOffset.map { ", byte \($0)" } ?? ""): \($0.message)" }
            .joined(separator: "; ")
    }
}
