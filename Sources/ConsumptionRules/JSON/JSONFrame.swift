/// One container that the reader is inside of.
struct JSONFrame {
    enum Kind { case object, array }

    let kind: Kind
    /// Where this object's keys begin in the reader's list of keys.
    let firstKey: Int
    /// Members or elements begun so far.
    var count = 0
    /// The key of the member being read; unused in an array.
    var key = JSONText(start: 0, end: 0, hasEscapes: false)

    init(_ kind: Kind, firstKey: Int) {
        self.kind = kind
        self.firstKey = firstKey
    }
}
