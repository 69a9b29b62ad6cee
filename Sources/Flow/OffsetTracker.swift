/// Which records of one partition are open, and from where a restart must resume: the lowest open offset.
///
/// Only offsets that were really delivered count, so a hole that compaction or a transaction left holds nothing back.
/// One tracker lives as long as one assignment of its partition.
package struct OffsetTracker: Sendable {
    private struct Entry: Sendable {
        var offset: Int64
        var isDone = false
    }

    /// What became of a record that was delivered.
    package enum Beginning: Hashable, Sendable {
        /// It is open now.
        case taken
        /// An earlier owner of the partition has done it.
        case doneBefore
        /// It came before in this assignment and is accounted for.
        case repeated
    }

    private var entries: [Entry] = []
    /// Entries before it are done and only wait for the next compaction.
    private var head = 0
    private var openCount = 0
    /// One above the highest offset that began; `nil` before the first.
    private var nextOffset: Int64?
    /// The position that the broker holds, as far as is known in this assignment.
    private var committed: Int64?
    /// Done by an earlier owner, as the commit metadata told.
    private let doneBefore: OffsetRuns
    /// Records that ended so far, and how many of them the last confirmed commit included.
    private var endings = 0
    private var committedEndings = 0
    /// How many of them the commit that is out includes; `nil` while none is.
    private var orderedEndings: Int?

    /// - Parameter committed: The position that the broker held when the partition was assigned, `nil` for none.
    /// - Parameter doneBefore: Offsets above it that are done already.
    package init(committed: Int64?, doneBefore: OffsetRuns = OffsetRuns()) {
        self.committed = committed
        self.doneBefore = doneBefore
    }

    package var outstandingCount: Int { openCount }

    /// The record that holds back the commit; `nil` when nothing is open.
    package var oldestOpen: Int64? {
        head < entries.count ? entries[head].offset : nil
    }

    /// The newest record that is done, if anything below it is still open.
    package var newestDone: Int64? {
        entries[head...].last { $0.isDone }?.offset
    }

    /// Delivered offsets from the oldest open one to the newest: how far one slow record has let the rest run ahead.
    package var ahead: Int { entries.count - head }

    /// Takes a delivered record on.
    package mutating func begin(_ offset: Int64) -> Beginning {
        if let nextOffset, offset < nextOffset { return .repeated }
        let before = position
        nextOffset = offset + 1
        entries.append(Entry(offset: offset))
        openCount += 1
        guard doneBefore.contains(offset) else { return .taken }
        end(entries.count - 1)
        // No news, the broker has told us so itself; but that the position has passed a hole it does not know.
        if position != before { endings += 1 }
        return .doneBefore
    }

    /// Ends a record; false when it was not open.
    package mutating func finish(_ offset: Int64) -> Bool {
        guard let index = index(of: offset), !entries[index].isDone else { return false }
        endings += 1
        end(index)
        return true
    }

    /// The offset to resume from; `nil` when nothing has been delivered and nothing was committed.
    package var position: Int64? { oldestOpen ?? unread }

    /// Where the records begin of which nothing is known yet: what an earlier owner has done need not be read for that.
    private var unread: Int64? {
        (nextOffset ?? committed).map { doneBefore.end(from: $0) }
    }

    /// The position to commit, if a commit would tell the broker anything new; never negative, never below what was
    /// committed.
    package var committable: Int64? {
        guard endings > committedEndings, let position, position >= max(committed ?? 0, 0) else { return nil }
        return position
    }

    /// What is done above the position, in this assignment or by an earlier owner.
    package var doneAbovePosition: OffsetRuns {
        var done = OffsetRuns()
        var previous: Int64?
        for entry in entries[head...] {
            // A hole behind a done record is as good as done: nothing will ever be delivered there.
            if entry.isDone { done.append((previous ?? entry.offset)..<(entry.offset + 1)) }
            previous = entry.isDone ? entry.offset + 1 : nil
        }
        for run in doneBefore.from(max(nextOffset ?? committed ?? 0, position ?? 0)).runs { done.append(run) }
        return done
    }

    /// A commit of the present position has been ordered.
    package mutating func ordered() {
        orderedEndings = endings
    }

    /// The broker took `offset` as the new position, with what was done when that was ordered.
    package mutating func committed(_ offset: Int64) {
        // Else it was ordered by an earlier tracker of the partition, whose offsets may have been those of another log.
        guard let orderedEndings else { return }
        committed = max(committed ?? 0, offset)
        committedEndings = orderedEndings
        self.orderedEndings = nil
    }

    private func index(of offset: Int64) -> Int? {
        var low = head
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].offset < offset { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].offset == offset ? low : nil
    }

    private mutating func end(_ index: Int) {
        entries[index].isDone = true
        openCount -= 1
        dropFinished()
    }

    private mutating func dropFinished() {
        while head < entries.count, entries[head].isDone { head += 1 }
        // Compacting only when half is dead keeps the cost per record constant.
        guard head >= 64, head * 2 >= entries.count else { return }
        entries.removeFirst(head)
        head = 0
    }
}
