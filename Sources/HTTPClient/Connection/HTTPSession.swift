/// One version of HTTP on one connection.
protocol HTTPSession: AnyObject {
    /// Whether the server has said all that it must say before requests may start.
    var isReady: Bool { get }
    /// How many more requests may start on it now.
    var room: Int { get }
    /// How many are under way on it.
    var openCount: Int { get }
    /// It takes no more requests, and ends when those that it has are answered.
    var isLeaving: Bool { get }
    /// Starts a request for which there is room.
    func start(_ exchange: HTTPExchange)
    /// Takes bytes from the server.
    func receive(_ bytes: UnsafeRawBufferPointer) throws(HTTPFailure)
    /// Writes what is to go to the server.
    func write(to wire: Wire) throws(HTTPFailure)
    /// Lets go of a request that is no longer wanted.
    func abandon(_ exchange: HTTPExchange)
    /// The connection is gone, and all that are under way end; `isClean` when the server has said that nothing follows.
    func end(because failure: HTTPFailure, isClean: Bool)
}
