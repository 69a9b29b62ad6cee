import Testing

@testable import HTTPClient

@Suite struct ConnectionTermTests {
    let start = ContinuousClock.now
    var term: ConnectionTerm

    init() {
        term = ConnectionTerm(longest: .seconds(300), at: start)
    }

    @Test mutating func `a term lasts as long as it is to, however busy the connection is`() {
        for second in 0..<300 { term.requestIsAnswered(at: start + .seconds(second)) }
        #expect(!term.isOver(at: start + .milliseconds(299_999)))
        #expect(term.isOver(at: start + .seconds(300)))
    }

    @Test mutating func `one request that runs out of time among others that are answered changes nothing`() {
        term.requestIsAnswered(at: start + .seconds(16))
        term.requestTimesOut(after: .seconds(10), at: start + .seconds(20))
        #expect(!term.isOver(at: start + .seconds(20)))
    }

    @Test(arguments: [0, 11, 15])
    mutating func `a request that runs out of time while nothing is answered ends the term`(lastAnswer: Int) {
        term.requestIsAnswered(at: start + .seconds(lastAnswer))
        term.requestTimesOut(after: .seconds(10), at: start + .seconds(20))
        #expect(term.isOver(at: start + .seconds(20)))
        term.requestIsAnswered(at: start + .seconds(21))
        #expect(term.isOver(at: start + .seconds(21)))
    }
}
