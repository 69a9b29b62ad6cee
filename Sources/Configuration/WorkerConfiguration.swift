/// Everything that a worker can be told: read once, checked once, never changed.
///
/// The names are those of the YAML file; each value here is what the worker takes when the file says nothing.
package struct WorkerConfiguration: Equatable, Sendable {
    package var kafka = Kafka()
    package var appStore = AppStore()
    package var submission = Submission()
    package var deadLetters = DeadLetters()
    package var http = HTTP()
    package var shutdown = Shutdown()
    package var tracing = Tracing()
    package var log = Log()

    package init() {}

    mutating func read(_ root: inout Section) {
        root.section("kafka") { kafka.read(&$0) }
        root.section("appStore") { appStore.read(&$0) }
        root.section("submission") { submission.read(&$0) }
        root.section("deadLetters") { deadLetters.read(&$0) }
        root.section("http") { http.read(&$0) }
        root.section("shutdown") { shutdown.read(&$0) }
        root.section("tracing") { tracing.read(&$0) }
        root.section("log") { log.read(&$0) }
    }
}
