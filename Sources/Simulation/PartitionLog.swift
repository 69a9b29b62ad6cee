/// The records of one partition, with holes between their offsets as compaction leaves them.
struct PartitionLog: Sendable {
    private(set) var records: [WrittenRecord] = []
    /// The offset that the next record gets, if no hole comes first.
    private(set) var end: Int64 = 0

    mutating func append(_ record: WrittenRecord, afterHole hole: Int64) {
        var record = record
        record.offset = end + hole
        end = record.offset + 1
        records.append(record)
    }

    /// The place in `records` of the first record at an offset or above it.
    func index(from offset: Int64) -> Int {
        var (low, high) = (0, records.count)
        while low < high {
            let middle = (low + high) / 2
            if records[middle].offset < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
