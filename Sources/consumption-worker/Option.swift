/// One option that a command takes: parsed by ``Arguments`` and shown by the command's help.
struct Option: Sendable {
    /// With its two dashes.
    let name: String
    /// What stands for its value in the help, such as `FILE`; nil for a switch.
    let value: String?
    /// Shown without brackets; the command itself asks for it by ``Arguments/require(_:)``.
    let isRequired: Bool
    /// What it does, in one line.
    let about: String

    /// As people type it: `--config FILE`.
    var words: String { name + (value.map { " \($0)" } ?? "") }

    static let config = Option(name: "--config", value: "FILE", isRequired: true, about: "The configuration (YAML)")
    /// The same for commands that only ask which apps are configured.
    static let apps = Option(
        name: config.name,
        value: config.value,
        isRequired: false,
        about: "Only the apps of this configuration pass"
    )
    static let help = Option(name: "--help", value: nil, isRequired: false, about: "Show this text")
}
