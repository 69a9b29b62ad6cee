import Glibc

/// Runs `body` on a thread of its own until it returns, for C that waits; returns the error code, 0 for none.
///
/// All signals are blocked there: the program's signals are for its main thread, and a write to a connection that the
/// server closed must be an error and not SIGPIPE.
package func startThread(_ body: sending @escaping () -> Void) -> Int32 {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    // The new thread inherits the mask.
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(ThreadBody(body))
    let code = pthread_create(&thread, nil, runThreadBody, context.toOpaque())
    guard code == 0 else {
        context.release()
        return code
    }
    return pthread_detach(thread)
}

private final class ThreadBody {
    let run: () -> Void

    init(_ run: @escaping () -> Void) {
        self.run = run
    }
}

private func runThreadBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
