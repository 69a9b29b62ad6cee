@testable import Configuration

extension Decoder {
    /// One value of a configuration, read in each of the ways in which values are read.
    static let setting = Decoder(name: "setting") { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        let isSecret = EnvironmentReferences(environment: ["A": text])
        // What is refused has no values.
        let filled = try? isSecret.filled("$${${A}${B:-c}")
        return firstComplaint([
            ("a variable that is not filled in as it is", filled?.text == "${" + text + "c"),
            ("a variable that may be shown", filled?.holdsVariable == true),
        ]) ?? complaint(aboutDuration: text) ?? complaint(aboutAddress: text)
    }

    private static func complaint(aboutDuration text: String) -> String? {
        guard let duration = try? Duration(written: text) else { return nil }
        if duration < .zero { return "a duration below 0" }
        let whole = Duration.milliseconds(duration / .milliseconds(1) < 1e15 ? Int64(duration / .milliseconds(1)) : 0)
        guard whole < .seconds(3600 * 100_000) else { return nil }
        let again = try? Duration(written: whole.written)
        return again == whole ? nil : "a duration that is not read as it is written: \(whole.written)"
    }

    private static func complaint(aboutAddress text: String) -> String? {
        if let place = try? HostAndPort(text[...]) {
            let again = try? HostAndPort(HostAndPort.written(place.host, place.port)[...])
            if again != place { return "an address that is not read as it is written" }
        }
        guard let url = try? ServiceURL(text) else { return nil }
        let again = try? ServiceURL(url.description)
        return again == url ? nil : "a URL that is not read as it is written"
    }
}
