import TestSupport
import Testing

@testable import AppStoreServer

/// Apple's errors row by row, and answers that are in no table.
@Suite struct ClassifierTests {
    @Test(arguments: AppleErrorRow.all)
    func `status and code decide what an answer concerns, and the code keeps its number and name`(_ row: AppleErrorRow)
    {
        let result = classify(row.status, row.body)
        #expect(consequence(of: result) == row.consequence)
        #expect(result.refusal?.status == row.status)
        #expect(result.refusal?.errorCode == row.code)
        #expect(result.refusal?.name == row.name ?? "AppStoreError")
        #expect(result.refusal?.errorMessage == row.code.map { _ in row.message })
    }

    @Test(arguments: [200, 201, 202, 204, 299], ["", "{}", "<html>", #"{"errorCode":4000006}"#])
    func `every 2xx is acceptance, whatever the body`(status: Int, body: String) {
        #expect(classify(status, body) == .accepted(status: status))
    }

    @Test func `acceptance whose body was lost is acceptance`() {
        let response = HTTPResponse(status: 202, body: [], isComplete: false)
        #expect(SubmissionResult(response, at: .zero) == .accepted(status: 202))
    }

    static let shapes = [
        "", " ", "null", "[]", "{}", "4000002", #""4000002""#, "<html><h1>Bad Gateway</h1></html>", "\u{0}\u{1}",
        #"{"errorCode":"4000002","errorMessage":7}"#, #"{"errorCode":null}"#, #"{"error":{"errorCode":4000002}}"#,
        #"{"errorCode":4000002,"errorMessage":"cut in the mi"#, #"{"errorCode":99999999999999999999}"#,
        String(repeating: "[", count: 60_000), String(repeating: "x", count: 1_000_000),
    ].map(Shape.init)

    struct Shape: CustomTestStringConvertible {
        let body: String
        var testDescription: String { "\(body.utf8.count) bytes \(body.prefix(40))" }
    }

    @Test(arguments: shapes)
    func `a body of another shape leaves the decision to the status`(_ shape: Shape) {
        for row in AppleErrorRow.all where row.code == nil {
            let result = classify(row.status, shape.body)
            #expect(consequence(of: result) == row.consequence)
            #expect(result.refusal?.errorCode == nil)
            #expect(result.refusal?.bodyHead?.utf8.count ?? 0 <= 256)
        }
    }

    @Test func `the status comes before the code`() {
        #expect(consequence(of: classify(400, #"{"errorCode":4040002}"#)) == .deadLetter)
        #expect(consequence(of: classify(500, #"{"errorCode":4000006}"#)) == .retry)
        #expect(consequence(of: classify(429, #"{"errorCode":4000002}"#)) == .wait)
    }

    @Test(arguments: AppleErrorRow.all.filter { $0.code != nil })
    func `a body that is cut anywhere before its number is read as one without a code`(_ row: AppleErrorRow) {
        let whole = Array(row.body.utf8)
        let withoutCode = consequence(of: classify(row.status, ""))
        for length in whole.indices {
            let result = classify(row.status, String(decoding: whole[..<length], as: UTF8.self))
            #expect(consequence(of: result) == withoutCode)
            #expect(result.refusal?.errorCode == nil)
        }
    }

    @Test func `white space and further members around Apple's are of no account`() {
        let body = #" { "requestId" : "x", "errorMessage" : "m", "errorCode" : 4000002, "more" : [1, {}] } "#
        #expect(consequence(of: classify(400, body)) == .pause)
    }

    @Test(arguments: [400, 404])
    func `a refusal whose code may be in a lost part of the body is no refusal`(status: Int) {
        let cut = HTTPResponse(status: status, body: Array(#"{"errorCo"#.utf8), isComplete: false)
        #expect(consequence(of: SubmissionResult(cut, at: .zero)) == .retry)
    }

    @Test func `404 without a code and TransactionIdNotFoundError concern the app when they are common`() {
        #expect(classify(404, "").refusal?.concernsAppWhenCommon == true)
        #expect(classify(404, #"{"errorCode":4040010}"#).refusal?.concernsAppWhenCommon == true)
        #expect(classify(404, #"{"errorCode":4040005}"#).refusal?.concernsAppWhenCommon == false)
        #expect(classify(400, "").refusal?.concernsAppWhenCommon == false)
    }

    @Test func `a message is one bounded line, cut at a character`() {
        let long = String(repeating: "é", count: 400)
        let refusal = classify(400, #"{"errorMessage":"a\nb\u0000c\u2028d\#(long)"}"#).refusal
        #expect(refusal?.errorMessage?.hasPrefix("a b c dé") == true)
        #expect(refusal?.errorMessage?.utf8.count == 511)
    }

    @Test func `what is no error body is kept as its first line for the reader`() {
        let refusal = classify(404, "<html>\r\n<h1>No such route</h1>").refusal
        #expect(refusal?.bodyHead == "<html> <h1>No such route</h1>")
        #expect(classify(404, #"{"errorMessage":"m"}"#).refusal?.bodyHead == nil)
    }

    @Test func `a page that repeats the token is not shown`() {
        let refusal = classify(400, "<pre>Authorization: Bearer eyJhbGciOiJFUzI1NiJ9.x.y</pre>").refusal
        #expect(refusal?.bodyHead?.contains("eyJ") == false)
    }

    @Test(arguments: [429, 503])
    func `Retry-After is read for a limit and for a server that is down`(status: Int) {
        let response = HTTPResponse(status: status, retryAfter: "120", body: [])
        switch SubmissionResult(response, at: .seconds(1_800_000_000)) {
        case .throttled(_, let wait), .unavailable(.answered(_, let wait)): #expect(wait == .seconds(120))
        default: Issue.record("neither a limit nor a server that is down")
        }
    }

    private func classify(_ status: Int, _ body: String) -> SubmissionResult {
        SubmissionResult(HTTPResponse(status: status, body: Array(body.utf8)), at: .seconds(1_800_000_000))
    }

    private func consequence(of result: SubmissionResult) -> AppleErrorRow.Consequence? {
        switch result {
        case .accepted: nil
        case .rejected: .deadLetter
        case .unauthorized: .pause
        case .throttled: .wait
        case .unavailable: .retry
        }
    }
}

extension SubmissionResult {
    var refusal: AppStoreRefusal? {
        switch self {
        case .rejected(let refusal), .unauthorized(let refusal), .throttled(let refusal, _),
            .unavailable(.answered(let refusal, _)):
            refusal
        case .accepted, .unavailable(.unanswered): nil
        }
    }
}
