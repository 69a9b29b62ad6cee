/// Text from outside made fit for one line of a log or header: at most `limit` bytes, cut at a character.
///
/// A page that repeats the request's token is replaced as a whole: `eyJ` begins every JSON Web Token.
func oneLine(_ bytes: some Collection<UInt8>, limit: Int) -> String {
    let text = String(decoding: bytes.prefix(limit * 2), as: UTF8.self)
    if text.contains("eyJ") { return "(not shown: it seems to repeat a token)" }
    // Nearly always it is plain, and then nothing has to be looked at by character.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
        return String(decoding: text.utf8.prefix(limit), as: UTF8.self)
    }
    var line = ""
    for character in text {
        let printable = character.unicodeScalars.contains(where: breaksLine) ? " " : character
        if line.utf8.count + printable.utf8.count > limit { break }
        line.append(printable)
    }
    return line
}

private func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
}
