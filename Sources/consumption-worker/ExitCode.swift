/// How a command ended, for scripts: the numbers of sysexits.h where it has one.
enum ExitCode: Int32, CaseIterable {
    case done = 0
    /// The command worked, and its answer is no.
    case answerIsNo = 1
    case wrongUsage = 64
    case unreadableInput = 65
    /// The broker or the App Store is not reachable.
    case unavailable = 69
    /// The program or the system under it failed.
    case internalError = 70
    /// Stopped by the dead-letter brake.
    case stoppedByBrake = 75
    /// Refused by the broker or the App Store.
    case refused = 77
    case wrongConfiguration = 78
}
