/// Bytes on their way out, in memory that is used again and again.
final class ByteBuffer {
    private var storage = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 1024, alignment: 16)
    private var start = 0
    private var end = 0

    deinit { storage.deallocate() }

    var isEmpty: Bool { start == end }
    var count: Int { end - start }

    /// Valid until the next change.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[start..<end]) }

    func append(_ bytes: UnsafeRawBufferPointer) {
        if storage.count - end < bytes.count { makeRoom(for: bytes.count) }
        UnsafeMutableRawBufferPointer(rebasing: storage[end...]).copyMemory(from: bytes)
        end += bytes.count
    }

    func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    func removeFirst(_ count: Int) {
        start += count
        if start == end { (start, end) = (0, 0) }
    }

    func removeAll() { (start, end) = (0, 0) }

    private func makeRoom(for count: Int) {
        let size = max(storage.count, 2 * (self.count + count))
        let longer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        longer.copyMemory(from: bytes)
        storage.deallocate()
        (storage, start, end) = (longer, 0, self.count)
    }
}
