import Configuration
import Glibc

@main
struct ConsumptionWorker {
    static func main() async {
        // A reader that goes away is met where we write, not by a signal that ends us anywhere.
        signal(SIGPIPE, SIG_IGN)
        do {
            end(try await run(Array(CommandLine.arguments.dropFirst())))
        } catch let error as OutputError where error.isReaderGone {
            endAsByBrokenPipe()
        } catch {
            StandardStream.complain("\(error)")
            end(.internalError)
        }
    }

    private static func run(_ words: [String]) async throws -> ExitCode {
        do {
            switch try Invocation(words) {
            case .command(let command): return try await command.run()
            case .text(let text):
                try StandardStream.output.writeLine(text)
                return .done
            }
        } catch let error as UsageError {
            StandardStream.complain("\(error)")
            return .wrongUsage
        } catch let error as ConfigurationFaults {
            error.faults.forEach { StandardStream.complain("\($0)") }
            StandardStream.complain(error.faults.count == 1 ? "1 fault" : "\(error.faults.count) faults")
            return .wrongConfiguration
        }
    }

    /// Ends without `exit`, which lets OpenSSL clear up while threads of librdkafka may still be in it: that ends in a crash.
    ///
    /// Nothing waits to be written: all output goes straight to its file descriptor.
    private static func end(_ code: ExitCode) -> Never {
        _exit(code.rawValue)
    }

    /// Ends as a program does that never ignored the signal: quietly, and without claiming that the work was done.
    private static func endAsByBrokenPipe() {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
    }
}
