/// Something that reads what a stranger may have written, with what must hold whatever that is.
///
/// `ops/fuzz` thinks of inputs for hours, ``DecoderTests`` damages the seeds for a second: both ask the same question.
struct Decoder: Sendable {
    /// Its folder below `seeds`, and its file below `words`.
    let name: String
    /// A sentence that says what is wrong for these bytes; nil when all is well.
    let complaint: @Sendable ([UInt8]) -> String?

    static let all: [Decoder] = [
        .record, .commitMetadata, .outcome, .deadLetter, .configuration, .setting, .answer, .collector, .statistics,
        .signingKey, .notification, .response,
    ]
}

/// The first complaint whose condition does not hold.
func firstComplaint(_ checks: [(String, Bool)]) -> String? { checks.first { !$0.1 }?.0 }

extension StringProtocol {
    /// Whether it is one line that can't steer a terminal.
    var isPlainLine: Bool {
        unicodeScalars.allSatisfy {
            switch $0.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
    }
}
