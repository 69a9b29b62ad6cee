import Configuration
import TestSupport
import Testing

@testable import HTTPServer
@testable import Worker

/// Who is answered by the endpoint, and what makes a token.
@Suite struct AdmissionTests {
    private static let (old, new) = ("0123456789abcdef", "fedcba9876543210")

    private func admission(certificate: Bool = false) throws -> Admission {
        let directory = try TemporaryDirectory()
        let file = try directory.write("\n\(Self.old)\r\n  \n\(Self.new)\n".utf8, to: "tokens")
        return Admission(tokens: try EndpointToken.all(in: file), needsCertificate: certificate)
    }

    private func request(_ path: String = "/metrics", _ authorization: String? = nil, certified: Bool = false)
        -> HTTPRequest
    {
        let headers = authorization.map { [HTTPField("authorization", $0)] } ?? []
        return HTTPRequest(method: "GET", path: path, query: "", headers: headers, body: [], isCertified: certified)
    }

    @Test(arguments: ["Bearer \(old)", "bearer \(new)"])
    func `each token of the file is taken`(authorization: String) throws {
        #expect(try admission().verdict(on: request("/metrics", authorization)) == .admitted)
    }

    @Test(arguments: [
        nil, "", "Bearer", "Bearer ", "Basic \(old)", "Bearer \(old)x", "Bearer  \(old)", "Bearer \(old) \(new)",
    ])
    func `nothing else is`(authorization: String?) throws {
        #expect(try admission().verdict(on: request("/metrics", authorization)) == .withoutToken)
    }

    @Test(arguments: ["/", "/metrics", "/status.json", "/nothing", "/healthz/", "//healthz"])
    func `everything but the probes needs a token`(path: String) throws {
        #expect(try admission().verdict(on: request(path)) == .withoutToken)
    }

    @Test(arguments: ["/healthz", "/readyz"])
    func `the probes answer everybody`(path: String) throws {
        #expect(try admission(certificate: true).verdict(on: request(path)) == .admitted)
    }

    @Test func `where there are tokens and an authority for clients, both are needed`() throws {
        let admission = try admission(certificate: true)
        #expect(admission.verdict(on: request("/", "Bearer \(Self.old)")) == .withoutCertificate)
        #expect(admission.verdict(on: request("/", certified: true)) == .withoutToken)
        #expect(admission.verdict(on: request("/", "Bearer \(Self.old)", certified: true)) == .admitted)
    }

    @Test func `who asks for nothing admits everybody`() {
        #expect(Admission.everybody.verdict(on: request()) == .admitted)
    }

    @Test(arguments: [
        ("", "holds no token"), (" \n\n", "holds no token"), ("0123456789abcde", "line 1 is too short"),
        ("\(old)\nsecret with spaces", "line 2 is no bearer token"), ("\(old)ä", "line 1 is no bearer token"),
    ])
    func `a file without a good token is refused, without a word of it`(text: String, expected: String) throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write(text.utf8, to: "tokens")
        let complaint = #expect(throws: Complaint.self) { try EndpointToken.all(in: file) }
        #expect(complaint?.problem.contains(expected) == true)
        #expect(complaint.map { "\($0)".contains("0123") || "\($0)".contains("spaces") } == false)
    }
}
