/// One thing that is wrong in a configuration: where it is, what it is, and what would be right.
///
/// Never holds a secret: values that come from the environment, and values of keys that look secret, are not quoted.
package struct ConfigurationFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file as the user named it.
    package let file: String
    /// Where in the file; nil when the file itself is the trouble.
    package let position: SourcePosition?
    /// The setting, such as `submission.retry.attempts` or `appStore.apps[0].keyId`; empty for the whole file.
    package let path: String
    /// What is wrong, as a sentence without its full stop.
    package let problem: String
    /// What would be right, likewise; empty when the problem says it all.
    package let remedy: String

    init(_ file: String, _ position: SourcePosition?, _ path: String, _ complaint: Complaint) {
        self.file = file
        self.position = position
        self.path = path
        problem = complaint.problem
        remedy = complaint.remedy
    }

    /// One line, `FILE:LINE:COLUMN: path: problem. remedy.`, in the form that terminals make clickable.
    ///
    /// Keys and values of the file are in it, and a character that would steer the terminal is shown as `?`.
    package var description: String {
        let place = position.map { "\(file):\($0.line):\($0.column)" } ?? file
        let setting = path.isEmpty ? "" : "\(path): "
        let sentences = ([place + ": " + setting + problem] + (remedy.isEmpty ? [] : [remedy])).map(Self.sentence)
        return String(String.UnicodeScalarView(sentences.joined(separator: " ").unicodeScalars.map(Self.printable)))
    }

    private static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: "?"
        default: scalar
        }
    }

    private static func sentence(_ text: String) -> String { text.hasSuffix("?") ? text : text + "." }
}

/// Everything that is wrong with a configuration, so that one look mends all of it.
package struct ConfigurationFaults: Error, Equatable, Sendable {
    /// In the order of the file; never empty.
    package let faults: [ConfigurationFault]

    package init(_ faults: [ConfigurationFault]) {
        precondition(!faults.isEmpty, "a refusal without a fault")
        self.faults = faults.enumerated()
            .sorted { Self.rank($0) < Self.rank($1) }
            .map(\.element)
    }

    private static func rank(_ fault: (offset: Int, element: ConfigurationFault)) -> (Int, Int, Int) {
        (fault.element.position?.line ?? 0, fault.element.position?.column ?? 0, fault.offset)
    }
}
