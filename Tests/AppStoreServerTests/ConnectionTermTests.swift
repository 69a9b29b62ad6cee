import Testing

@testable import AppStoreServer

@Suite struct ConnectionTermTests {
    let start = ContinuousClock.now
    var term: ConnectionTerm

    init() {
        term = ConnectionTerm(longest: .seconds(300), at: start)
    }

    @Test mutating func `a term lasts as long as it is to, however busy its connections are`() {
        for second in 0..<300 {
            term.requestStarts(at: start + .seconds(second))
            term.requestIsAnswered(at: start + .seconds(second))
        }
        #expect(term.number == 0)
        term.requestStarts(at: start + .seconds(300))
        #expect(term.number == 1)
        term.requestStarts(at: start + .seconds(599))
        #expect(term.number == 1)
        term.requestStarts(at: start + .seconds(600))
        #expect(term.number == 2)
    }

    @Test mutating func `one request that runs out of time among others that are answered changes nothing`() {
        term.requestIsAnswered(at: start + .seconds(16))
        term.requestTimesOut(after: .seconds(10), at: start + .seconds(20))
        #expect(term.number == 0)
    }

    @Test mutating func `a request that runs out of time while nothing is answered ends the term, and only once`() {
        term.requestIsAnswered(at: start + .seconds(11))
        for _ in 0..<8 { term.requestTimesOut(after: .seconds(10), at: start + .seconds(20)) }
        #expect(term.number == 1)
    }

    @Test mutating func `a request of an earlier term says nothing about this one`() {
        term.requestTimesOut(after: .seconds(10), at: start + .seconds(20))
        term.requestTimesOut(after: .seconds(10), at: start + .seconds(29))
        #expect(term.number == 1)
        term.requestTimesOut(after: .seconds(10), at: start + .seconds(31))
        #expect(term.number == 2)
    }

    // Connections of the term before the last one are told by their age, in seconds.
    @Test mutating func `no term is shorter than two seconds`() {
        term.requestTimesOut(after: .milliseconds(100), at: start + .milliseconds(1900))
        #expect(term.number == 0)
        term = ConnectionTerm(longest: .zero, at: start)
        term.requestStarts(at: start + .milliseconds(1900))
        #expect(term.number == 0)
        term.requestStarts(at: start + .seconds(2))
        #expect(term.number == 1)
    }
}
