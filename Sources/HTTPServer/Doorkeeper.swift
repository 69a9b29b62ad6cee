import Dispatch
import Glibc

/// Cuts the connections that ``Clients`` says are to be cut: those in the way of others at once, slow ones every second.
final class Doorkeeper: Sendable {
    private let clients: Guarded<Clients>
    nonisolated(unsafe) private let timer: any DispatchSourceTimer  // A dispatch source takes calls from any thread.

    /// - Parameter connections: How many clients may stay.
    /// - Parameter patience: How long one may take to ask, and again to take its answer.
    init(connections: Int, patience: Duration) {
        let clients = Guarded(Clients(limit: connections, patience: patience))
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "http.clients"))
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.setEventHandler {
            clients.withLock { clients in clients.overdue(at: .now).forEach(Self.cut) }
        }
        timer.activate()
        (self.clients, self.timer) = (clients, timer)
    }

    deinit {
        timer.cancel()
    }

    func enter(_ id: Clients.ID, from address: ClientAddress) {
        let isClearing = clients.withLock { clients in
            clients.enter(id, from: address, at: .now).map(Self.cut)
            return clients.isClearing
        }
        // On the thread that takes newcomers, who wait in the kernel's queue meanwhile.
        if isClearing { usleep(5000) }
    }

    func turn(_ id: Clients.ID, to stage: Clients.Stage) {
        clients.withLock { $0.turn(id, to: stage, at: .now) }
    }

    func leave(_ id: Clients.ID) {
        clients.withLock { $0.leave(id) }
    }

    /// Ends both directions, which wakes the connection's thread.
    ///
    /// Only under the lock: libmicrohttpd closes the socket after it has told us that the client has left, so that until then
    /// its descriptor stands for nothing else.
    private static func cut(_ id: Clients.ID) {
        shutdown(id, Int32(SHUT_RDWR))
    }
}
