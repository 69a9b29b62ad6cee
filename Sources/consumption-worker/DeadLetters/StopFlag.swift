import Synchronization

/// Whether somebody has asked for an end: put up on the thread of the signals, looked at between two records.
final class StopFlag: Sendable {
    private let value = Atomic(false)

    var isUp: Bool { value.load(ordering: .relaxed) }

    func putUp() { value.store(true, ordering: .relaxed) }
}
