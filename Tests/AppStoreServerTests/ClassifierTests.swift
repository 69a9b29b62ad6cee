import Testing

@testable import AppStoreServer

/// Tables 3.1 and 3.2 of Apple's errors, row by row.
@Suite struct ClassifierTests {
    enum Concern { case event, app, moment, limit }

    struct Row: Sendable, CustomTestStringConvertible {
        let status: Int
        let code: Int64?
        let name: String
        let concern: Concern

        var testDescription: String { "\(status) \(code.map(String.init) ?? "no code") \(name)" }
    }

    static let bothEndpoints: [Row] = [
        Row(status: 400, code: 4_000_006, name: "InvalidTransactionIdError", concern: .event),
        Row(status: 400, code: 4_000_048, name: "AppTransactionIdNotSupportedError", concern: .event),
        Row(status: 400, code: 4_000_185, name: "FamilyTransactionNotSupportedError", concern: .event),
        Row(status: 400, code: 4_000_227, name: "InvalidAssignedTransactionNotSupportedError", concern: .event),
        Row(status: 400, code: 4_000_035, name: "InvalidCustomerConsentedError", concern: .event),
        Row(status: 400, code: 4_000_036, name: "InvalidDeliveryStatusError", concern: .event),
        Row(status: 400, code: 4_000_041, name: "InvalidSampleContentProvidedError", concern: .event),
        Row(status: 400, code: 4_000_044, name: "InvalidRefundPreferenceError", concern: .event),
        Row(status: 401, code: nil, name: "AppStoreError", concern: .app),
        Row(status: 404, code: 4_040_010, name: "TransactionIdNotFoundError", concern: .event),
        Row(status: 429, code: 4_290_000, name: "RateLimitExceededError", concern: .limit),
        Row(status: 500, code: 5_000_000, name: "GeneralInternalError", concern: .moment),
        Row(status: 500, code: 5_000_001, name: "GeneralInternalRetryableError", concern: .moment),
    ]
    static let onlyV2: [Row] = [
        Row(status: 400, code: 4_000_209, name: "ConsumptionPercentageAutoRenewableSubscriptionError", concern: .event)
    ]
    static let onlyV1: [Row] = [
        Row(status: 400, code: 4_000_047, name: "InvalidTransactionTypeNotSupportedError", concern: .event),
        Row(status: 400, code: 4_000_032, name: "InvalidAccountTenureError", concern: .event),
        Row(status: 400, code: 4_000_033, name: "InvalidAppAccountTokenError", concern: .event),
        Row(status: 400, code: 4_000_034, name: "InvalidConsumptionStatusError", concern: .event),
        Row(status: 400, code: 4_000_037, name: "InvalidLifetimeDollarsPurchasedError", concern: .event),
        Row(status: 400, code: 4_000_038, name: "InvalidLifetimeDollarsRefundedError", concern: .event),
        Row(status: 400, code: 4_000_039, name: "InvalidPlatformError", concern: .event),
        Row(status: 400, code: 4_000_040, name: "InvalidPlayTimeError", concern: .event),
        Row(status: 400, code: 4_000_042, name: "InvalidUserStatusError", concern: .event),
        Row(status: 400, code: 4_000_043, name: "InvalidTransactionNotConsumableError", concern: .event),
    ]
    static let anyEndpoint: [Row] = [
        Row(status: 400, code: 4_000_000, name: "GeneralBadRequestError", concern: .event),
        Row(status: 400, code: 4_000_002, name: "InvalidAppIdentifierError", concern: .app),
        Row(status: 400, code: nil, name: "AppStoreError", concern: .event),
        Row(status: 400, code: 4_000_999, name: "AppStoreError", concern: .event),
        Row(status: 403, code: nil, name: "AppStoreError", concern: .app),
        Row(status: 403, code: 4_030_000, name: "AppStoreError", concern: .app),
        Row(status: 404, code: 4_040_001, name: "AccountNotFoundError", concern: .event),
        Row(status: 404, code: 4_040_002, name: "AccountNotFoundRetryableError", concern: .moment),
        Row(status: 404, code: 4_040_003, name: "AppNotFoundError", concern: .app),
        Row(status: 404, code: 4_040_004, name: "AppNotFoundRetryableError", concern: .moment),
        Row(status: 404, code: 4_040_005, name: "OriginalTransactionIdNotFoundError", concern: .event),
        Row(status: 404, code: 4_040_006, name: "OriginalTransactionIdNotFoundRetryableError", concern: .moment),
        Row(status: 404, code: nil, name: "AppStoreError", concern: .event),
        Row(status: 404, code: 4_040_999, name: "AppStoreError", concern: .event),
        Row(status: 407, code: nil, name: "AppStoreError", concern: .moment),
        Row(status: 408, code: nil, name: "AppStoreError", concern: .moment),
        Row(status: 425, code: nil, name: "AppStoreError", concern: .moment),
        Row(status: 429, code: nil, name: "AppStoreError", concern: .limit),
    ]
    static let ourBugOrProxy = [301, 302, 303, 307, 308, 405, 406, 413, 415, 418].map {
        Row(status: $0, code: nil, name: "AppStoreError", concern: .event)
    }
    static let serverFaults = [500, 501, 502, 503, 504, 529, 599].flatMap { status in
        [nil, 5_009_999].map { Row(status: status, code: $0, name: "AppStoreError", concern: .moment) }
    }

    @Test(arguments: bothEndpoints + onlyV2 + onlyV1 + anyEndpoint + ourBugOrProxy + serverFaults)
    func `status and code decide what an answer concerns, and the code keeps its number and name`(_ row: Row) {
        let body = row.code.map { #"{"errorCode":\#($0),"errorMessage":"What Apple says."}"# } ?? ""
        let result = classify(row.status, body)
        #expect(concern(of: result) == row.concern)
        #expect(result.refusal?.status == row.status)
        #expect(result.refusal?.errorCode == row.code)
        #expect(result.refusal?.name == row.name)
        #expect(result.refusal?.errorMessage == row.code.map { _ in "What Apple says." })
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
        for (status, expected) in [(400, Concern.event), (401, .app), (404, .event), (429, .limit), (500, .moment)] {
            let result = classify(status, shape.body)
            #expect(concern(of: result) == expected)
            #expect(result.refusal?.errorCode == nil)
        }
    }

    @Test func `the status comes before the code`() {
        #expect(concern(of: classify(400, #"{"errorCode":4040002}"#)) == .event)
        #expect(concern(of: classify(500, #"{"errorCode":4000006}"#)) == .moment)
        #expect(concern(of: classify(429, #"{"errorCode":4000002}"#)) == .limit)
    }

    @Test(arguments: [400, 404])
    func `a refusal whose code may be in a lost part of the body is no refusal`(status: Int) {
        let cut = HTTPResponse(status: status, body: Array(#"{"errorCo"#.utf8), isComplete: false)
        #expect(concern(of: SubmissionResult(cut, at: .zero)) == .moment)
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

    private func concern(of result: SubmissionResult) -> Concern? {
        switch result {
        case .accepted: nil
        case .rejected: .event
        case .unauthorized: .app
        case .throttled: .limit
        case .unavailable: .moment
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
