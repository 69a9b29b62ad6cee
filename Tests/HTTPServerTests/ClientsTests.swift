import Testing

@testable import HTTPServer

/// Whom to cut, decided without a socket.
@Suite struct ClientsTests {
    private var clients = Clients(limit: 3, patience: .seconds(20))
    private let start = ContinuousClock.now
    private let home = ClientAddress(bytes: [127, 0, 0, 1])
    private let crowd = ClientAddress(bytes: [127, 0, 0, 2])

    private mutating func enter(_ id: Int32, from address: ClientAddress, at seconds: Int) -> Int32? {
        clients.enter(id, from: address, at: start + .seconds(seconds))
    }

    @Test mutating func `nobody is cut while there is room`() {
        for id in 1...3 { #expect(enter(Int32(id), from: home, at: id) == nil) }
    }

    @Test mutating func `the oldest that is not being served makes room`() {
        for id in 1...3 { _ = enter(Int32(id), from: home, at: id) }
        clients.turn(1, to: .served, at: start + .seconds(4))
        #expect(enter(4, from: home, at: 5) == 2)
        #expect(enter(5, from: home, at: 6) == 3)
    }

    @Test mutating func `the address with the most connections makes room, however old others are`() {
        _ = enter(1, from: home, at: 1)
        for id in 2...3 { _ = enter(Int32(id), from: crowd, at: id) }
        #expect(enter(4, from: crowd, at: 4) == 2)
        #expect(enter(5, from: home, at: 5) == 1)
        #expect(enter(6, from: crowd, at: 6) == 3)
    }

    @Test mutating func `a newcomer is cut where nobody else may be`() {
        for id in 1...3 {
            _ = enter(Int32(id), from: home, at: id)
            clients.turn(Int32(id), to: .served, at: start + .seconds(4))
        }
        #expect(enter(4, from: crowd, at: 5) == 4)
    }

    @Test mutating func `whoever has gone makes room for a newcomer`() {
        for id in 1...3 { _ = enter(Int32(id), from: home, at: id) }
        clients.leave(2)
        #expect(enter(2, from: home, at: 4) == nil)
    }

    @Test(arguments: [(Clients.Stage.asking, [1]), (.served, []), (.taking, [1])])
    mutating func `who takes long to ask or to take the answer is cut, once`(
        stage: Clients.Stage,
        expected: [Int32]
    ) {
        _ = enter(1, from: home, at: 0)
        clients.turn(1, to: stage, at: start + .seconds(1))
        #expect(clients.overdue(at: start + .seconds(21)) == [])
        #expect(clients.overdue(at: start + .seconds(22)) == expected)
        #expect(clients.overdue(at: start + .seconds(23)) == [])
    }

    @Test mutating func `a connection that was cut takes no room`() {
        for id in 1...3 { _ = enter(Int32(id), from: home, at: 0) }
        #expect(clients.overdue(at: start + .seconds(30)).count == 3)
        for id in 4...6 { #expect(enter(Int32(id), from: home, at: 30 + id) == nil) }
    }
}
