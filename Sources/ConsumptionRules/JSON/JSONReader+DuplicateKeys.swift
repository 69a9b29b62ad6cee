extension JSONReader {
    /// The first key that stands for the same string as an earlier one.
    ///
    /// A few keys are compared each with each; many are sorted first, so a text of nothing but keys costs no more than a sort.
    func duplicateKey(in keys: ArraySlice<JSONText>) -> JSONText? {
        keys.count <= 16 ? duplicateAmongFew(keys) : duplicateAmongMany(keys)
    }

    private func duplicateAmongFew(_ keys: ArraySlice<JSONText>) -> JSONText? {
        for later in keys.indices.dropFirst() {
            for earlier in keys.startIndex..<later where keys[earlier].spellsSame(as: keys[later], in: bytes) {
                return keys[later]
            }
        }
        return nil
    }

    private func duplicateAmongMany(_ keys: ArraySlice<JSONText>) -> JSONText? {
        let bytes = bytes
        let sorted = keys.sorted { $0.precedes($1, in: bytes) }
        let repeats = zip(sorted, sorted.dropFirst()).filter { $0.spellsSame(as: $1, in: bytes) }
        return repeats.map(\.1).min { $0.start < $1.start }
    }
}

extension JSONText {
    fileprivate func spellsSame(as other: JSONText, in bytes: [UInt8]) -> Bool {
        if hasEscapes || other.hasEscapes {
            return UnescapedUTF8(self, in: bytes).elementsEqual(UnescapedUTF8(other, in: bytes))
        }
        return count == other.count && bytes[start..<end].elementsEqual(bytes[other.start..<other.end])
    }

    /// By the bytes that the keys stand for; keys that stand for the same in the order of the text.
    fileprivate func precedes(_ other: JSONText, in bytes: [UInt8]) -> Bool {
        let (own, others) = (UnescapedUTF8(self, in: bytes), UnescapedUTF8(other, in: bytes))
        return own.lexicographicallyPrecedes(others) || (start < other.start && own.elementsEqual(others))
    }
}
