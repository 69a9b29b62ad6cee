/// The rules for one event, each asked once, in the order of report.
///
/// A rule that cannot be decided does not fire: with an unknown product type none of the percentage rules does, nor V1's rule about
/// types; with an unknown delivery status not the one about undelivered purchases. The unknown value is a violation by itself.
struct EventCheck {
    let event: ConsumptionEvent
    private(set) var violations: [Violation] = []

    init(_ event: ConsumptionEvent) {
        self.event = event
    }

    /// Asks every rule.
    mutating func run(at now: UNIXMilliseconds, isConfigured: (String) -> Bool) {
        checkUnknownFields()
        checkEnvironment()
        checkApp(isConfigured)
        checkProductType()
        checkTransactionID()
        checkSignedDate(at: now)
        checkOwnership()
        switch event.body {
        case .v2(let request): check(request)
        case .v1(let request): check(request)
        }
    }

    mutating func refuse(_ code: ViolationCode, at path: String, _ message: String) {
        violations.append(Violation(code, at: path, message))
    }

    /// Refuses a name that is none of Apple's.
    mutating func check<Known>(_ name: WireName<Known>, _ code: ViolationCode, at path: String, _ message: String) {
        guard case .unknown(let text) = name else { return }
        refuse(code, at: path, "\(shown(text)) \(message)")
    }

    /// The text where it is a mere name, of letters without digits; otherwise it could be an id or a token in the wrong field.
    private func shown(_ text: String) -> String {
        let isName = (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(isLetterSpaceOrDash)
        return isName ? "\"\(text)\"" : "the value"
    }

    private func isLetterSpaceOrDash(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"),
            UInt8(ascii: " "), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
