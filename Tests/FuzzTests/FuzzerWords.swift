import TestSupport

/// libFuzzer's word lists: a word in quotes a line, with `\\`, `\"` and `\xNN` in it.
///
/// <https://llvm.org/docs/LibFuzzer.html#dictionaries>
enum FuzzerWords {
    static func read(_ file: String) throws -> [[UInt8]] {
        try ShippedFile.text(file).split(separator: "\n").filter { $0.hasPrefix("\"") }.map { unescaped($0.utf8) }
    }

    private static func unescaped(_ line: Substring.UTF8View) -> [UInt8] {
        var rest = line.dropFirst().dropLast()
        var word: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
                word.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            if next == UInt8(ascii: "x"), let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) {
                word.append(code)
                rest = rest.dropFirst(2)
            } else {
                word.append(next)
            }
        }
        return word
    }
}
