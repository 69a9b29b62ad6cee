/// Who is connected and what each is at: decides whom to cut, so that slow clients never keep others out.
///
/// A client whose request is with the handler is left alone; the others are cut when they take too long, or when their
/// place is needed for a newcomer.
struct Clients {
    /// The socket's descriptor.
    typealias ID = Int32

    /// What a client is at.
    enum Stage {
        /// Its request has not arrived completely; also between two requests of one connection.
        case asking
        /// The handler has its request.
        case served
        /// It is to take its answer.
        case taking
    }

    private struct Client {
        let address: ClientAddress
        var stage = Stage.asking
        var since: ContinuousClock.Instant
        var isCut = false

        var mayBeCut: Bool { !isCut && stage != .served }
    }

    /// How many may stay connected.
    private let limit: Int
    /// How long a client may take to ask, and again to take its answer.
    private let patience: Duration
    private var clients: [ID: Client] = [:]

    init(limit: Int, patience: Duration) {
        self.limit = limit
        self.patience = patience
    }

    /// Takes note of a client that has connected, and says whom to cut for it, if there are too many now.
    ///
    /// The address with the most connections gives up its oldest, so that nobody can take the places of others.
    mutating func enter(_ id: ID, from address: ClientAddress, at now: ContinuousClock.Instant) -> ID? {
        clients[id] = Client(address: address, since: now)
        let staying = clients.values.lazy.filter { !$0.isCut }
        guard staying.count > limit else { return nil }
        let crowds = staying.reduce(into: [:]) { $0[$1.address, default: 0] += 1 }
        let candidates = clients.lazy.filter { $0.value.mayBeCut }
        let victim = candidates.max { left, right in
            let (few, many) = (crowds[left.value.address, default: 0], crowds[right.value.address, default: 0])
            return few != many ? few < many : left.value.since > right.value.since
        }
        return victim.map { cut($0.key) }
    }

    /// So many are being cut that newcomers should wait a little for their threads to end.
    var isClearing: Bool { 2 * clients.values.count(where: \.isCut) >= limit }

    /// A client has come to another stage.
    mutating func turn(_ id: ID, to stage: Stage, at now: ContinuousClock.Instant) {
        clients[id]?.stage = stage
        clients[id]?.since = now
    }

    /// The connection is gone, and its descriptor may stand for another soon.
    mutating func leave(_ id: ID) {
        clients[id] = nil
    }

    /// Whom to cut for having taken too long.
    mutating func overdue(at now: ContinuousClock.Instant) -> [ID] {
        clients.filter { $0.value.mayBeCut && now - $0.value.since > patience }.map { cut($0.key) }
    }

    private mutating func cut(_ id: ID) -> ID {
        clients[id]?.isCut = true
        return id
    }
}

/// Where a client comes from, as far as one person can have many addresses: of IPv6 the first half.
struct ClientAddress: Hashable {
    /// In network order: 4 of IPv4, 8 of IPv6.
    let bytes: [UInt8]
}
