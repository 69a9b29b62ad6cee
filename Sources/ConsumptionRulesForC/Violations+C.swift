internal import CConsumptionRules
internal import ConsumptionRules
internal import Glibc

extension [Violation] {
    /// The violations as C reads them, with their texts behind them in the same allocation: one `free` lets go of all.
    ///
    /// - Returns: Nil when there is no memory.
    func copiedForC() -> UnsafePointer<consumption_violation>? {
        let texts = flatMap { [$0.code.rawValue, $0.path, $0.message] }
        let head = count * MemoryLayout<consumption_violation>.stride
        guard let block = malloc(texts.reduce(head) { $0 + $1.utf8.count + 1 }) else { return nil }
        let copies = block.bindMemory(to: consumption_violation.self, capacity: count)
        var end = block + head
        for (index, violation) in enumerated() {
            let copy = consumption_violation(
                code: violation.code.rawValue.copied(to: &end),
                path: violation.path.copied(to: &end),
                message: violation.message.copied(to: &end),
                byte_offset: violation.byteOffset.map(Int64.init) ?? -1
            )
            (copies + index).initialize(to: copy)
        }
        return UnsafePointer(copies)
    }
}

extension String {
    /// Writes the text and a zero byte, and moves `end` behind them.
    fileprivate func copied(to end: inout UnsafeMutableRawPointer) -> UnsafePointer<CChar> {
        let bytes = utf8CString
        let start = end.bindMemory(to: CChar.self, capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { (start + index).initialize(to: byte) }
        end += bytes.count
        return UnsafePointer(start)
    }
}
