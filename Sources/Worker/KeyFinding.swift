package import AppStoreServer

/// What a look at a key file brought up.
package enum KeyFinding: Sendable {
    /// Another key is in it; these apps sign with it from now on.
    case replaced(path: String, apps: [Int], key: SigningKey)
    /// It changed, and there is no key in it; the old one goes on.
    case unusable(path: String, KeyFileError)

    /// What a person reads about it.
    var logLine: LogLine {
        switch self {
        case .replaced(let path, let apps, _):
            LogLine(
                .info,
                "key replaced",
                [.text("file", path), .integer("apps", apps.count), .text("next", "it signs from now on")]
            )
        case .unusable(let path, let error):
            LogLine(
                .error,
                "key file unusable",
                [
                    .text("file", path), .text("reason", error.problem),
                    .text("next", "the key that was in it before goes on signing; it is read again when it changes"),
                ]
            )
        }
    }
}
