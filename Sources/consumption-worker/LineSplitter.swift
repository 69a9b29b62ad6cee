/// Cuts a stream of bytes into lines, each in bounded memory.
struct LineSplitter {
    /// Bytes kept of a line: far more than an event may have, so that a longer line still shows as too long.
    static let kept = 1 << 20

    private var line: [UInt8] = []

    /// Takes the next piece of the stream and gives the lines that end in it, without their newlines.
    mutating func take(_ piece: ArraySlice<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var rest = piece
        while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
            keep(rest[..<newline])
            lines.append(line)
            line = []
            rest = rest[(newline + 1)...]
        }
        keep(rest)
        return lines
    }

    /// What stands behind the last newline; nil when nothing does.
    mutating func takeRest() -> [UInt8]? {
        defer { line = [] }
        return line.isEmpty ? nil : line
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        line += bytes.prefix(Self.kept - line.count)
    }
}
