/// Tries the addresses of a server until one takes the connection.
///
/// The next one is tried as soon as one has failed, and when none has answered for a while.
/// [Happy Eyeballs](https://www.rfc-editor.org/rfc/rfc8305)
final class Dial {
    private let target: Origin
    private let poller: Poller
    private let silence: Duration
    private var left: ArraySlice<SocketAddress>
    private var tries: [(token: UInt64, socket: StreamSocket)] = []
    /// The last one.
    private var failure: HTTPFailure

    /// When the next address is due; nil when none is left.
    private(set) var nextAt: ContinuousClock.Instant?

    private static let patience: Duration = .milliseconds(250)

    /// - Parameter silence: After how long an unconfirmed connection is given up.
    init(to target: Origin, at addresses: [SocketAddress], silence: Duration, _ poller: Poller) {
        (self.target, left, self.silence, self.poller) = (target, addresses[...], silence, poller)
        failure = HTTPFailure(.connect, "\(target.host) has no address")
    }

    deinit { for (token, _) in tries { poller.forget(token) } }

    /// Tries the next address, or more when those fail at once; throws when all have failed.
    func tryNext(for owner: any SocketOwner, at now: ContinuousClock.Instant) throws(HTTPFailure) {
        while let address = left.popFirst() {
            do throws(HTTPFailure) {
                let socket = try StreamSocket(to: address, of: target, silence: silence)
                tries.append((try poller.watch(socket, for: owner, writing: true), socket))
                break
            } catch {
                failure = error
            }
        }
        nextAt = left.isEmpty ? nil : now + Self.patience
        if tries.isEmpty { throw failure }
    }

    /// Learns that a socket is ready.
    ///
    /// - Returns: The one that is connected, which is the caller's from then on; nil while none is.
    func isReady(_ token: UInt64, for owner: any SocketOwner, at now: ContinuousClock.Instant)
        throws(HTTPFailure) -> (token: UInt64, socket: StreamSocket)?
    {
        guard let index = tries.firstIndex(where: { $0.token == token }) else { return nil }
        let ready = tries.remove(at: index)
        let code = ready.socket.connectError()
        if code == 0 { return ready }
        poller.forget(token)
        failure = HTTPFailure(.connect, "no connection to \(target.address)", errno: code)
        try tryNext(for: owner, at: now)
        return nil
    }
}
