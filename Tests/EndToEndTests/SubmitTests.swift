import AppStoreStandIn
import Foundation
import TestSupport
import Testing

/// The command `submit`, against the App Store's stand-in.
@Suite(.timeLimit(.minutes(5))) struct SubmitTests {
    private let here: SubmitWorld
    private var store: AppStoreStandIn { here.world.sandbox }

    init() async throws { here = try await SubmitWorld() }

    /// The value of a row, or nothing.
    private func row(_ title: String, _ output: [String]) -> String {
        output.first { $0.hasPrefix("  \(title) ") }.map { String($0.dropFirst(16)) } ?? ""
    }

    @Test func `an event is sent once and its acceptance explained`() async throws {
        let (status, output) = try await here.submit(here.event)
        #expect(status == 0, "\(output)")
        #expect(store.arrivals().map(\.status) == [202])
        #expect(store.arrivals().first.map { String(decoding: $0.body, as: UTF8.self) } == here.event.wireBody)
        #expect(row("Answer", output).hasPrefix("HTTP 202"))
        #expect(row("Request", output).hasSuffix("/inApps/v2/transactions/consumption/2000000000000001"))
        #expect(row("Means", output) == "taken for consideration; that is no decision about the refund")
        #expect(row("The worker", output) == "counts the event as accepted and moves on")
        #expect(!output.joined().contains("eyJ"))
    }

    static let answers: [(StandInAnswer, Int32, String)] = [
        (.error(status: 400, code: 4_000_006, message: "InvalidTransactionIdError"), 1, "InvalidTransactionIdError"),
        (.error(status: 400, code: 4_000_207, message: "new"), 1, "a dead letter, AppStoreError"),
        (.error(status: 404, code: 4_040_010, message: "gone"), 1, "tries it once more"),
        (.unauthorized, 77, "pauses the app"), (.page(status: 503), 69, "tries again, later each time"),
        (.throttled(.seconds(90)), 69, "holds the app"), (.closed, 69, "tries again, later each time"),
    ]

    @Test func `an answer that is no acceptance ends with its exit code and says what the worker would do`()
        async throws
    {
        for (answer, status, conduct) in Self.answers {
            store.script("2000000000000001", answer)
            let (ending, output) = try await here.submit(here.event)
            #expect(ending == status, "\(answer): \(output)")
            #expect(row("The worker", output).contains(conduct), "\(answer)")
        }
        #expect(store.arrivals().count == Self.answers.count)
    }

    @Test func `Apple's code, its words, its page and its wait are shown`() async throws {
        store.script(
            "2000000000000001",
            .error(status: 400, code: 4_000_227, message: "Assigned purchases are not supported."),
            .throttled(.seconds(90))
        )
        let refused = try await here.submit(here.event).output
        #expect(
            row("Apple says", refused)
                == "HTTP 400 InvalidAssignedTransactionNotSupportedError (4000227): Assigned purchases are not supported."
        )
        #expect(row("Apple's page", refused).hasSuffix("/invalidassignedtransactionnotsupportederror"))
        let throttled = try await here.submit(here.event).output
        #expect(["in 89 s", "in 90 s"].contains(row("Retry-After", throttled)))
    }

    @Test(arguments: [
        ("consent", 1, "InvalidCustomerConsentedError at $.consumptionRequest.customerConsented"),
        ("late", 1, "DeadlineExceededError at $.signedDate"), ("app", 1, "UnknownAppError at $.bundleId"),
        ("production", 64, "--production is needed"), ("file", 65, "No such file or directory"),
    ])
    func `what the worker would not send is not sent, and the reason is named`(
        fault: String,
        status: Int32,
        reason: String
    ) async throws {
        var event = here.event
        switch fault {
        case "consent": event[body: "customerConsented"] = "false"
        case "late": event["signedDate"] = "\(SubmitWorld.now - 12 * 3_600_000 + 299_000)"
        case "app": event["bundleId"] = #""com.example.other""#
        case "production": event["environment"] = #""Production""#
        default: break
        }
        let ended =
            if fault == "file" {
                try await here.run(["submit", "--config", here.configuration(), "none.json"])
            } else {
                try await here.submit(event)
            }
        #expect(ended.status == status)
        #expect(ended.output.first?.contains(reason) == true, "\(ended.output)")
        #expect(here.world.arrivals().isEmpty)
    }

    @Test func `an event for production goes there with --production`() async throws {
        var event = here.event
        event["environment"] = #""Production""#
        #expect(try await here.submit(event, "--production").status == 0)
        #expect(here.world.production.accepted().count == 1)
        #expect(store.arrivals().isEmpty)
    }

    @Test func `a dry run shows the request without tokens and sends nothing`() async throws {
        var event = here.event
        event.useV1()
        let (status, output) = try await here.submit(event, "--dry-run")
        #expect(status == 0)
        #expect(output.first == "PUT \(store.baseURL)/inApps/v1/transactions/consumption/2000000000000001")
        #expect(output.contains("authorization: Bearer (a new token of com.example.game, not shown)"))
        #expect(output.contains("content-type: application/json"))
        #expect(output.last?.contains(#""appAccountToken":"(not shown)""#) == true)
        #expect(!output.joined().contains("7e3fb20b") && !output.joined().contains("eyJ"))
        #expect(here.world.arrivals().isEmpty)
    }

    @Test func `a clock that is wrong is named with the refusal`() async throws {
        store.changeFaults { $0.clockLead = .seconds(-90) }
        let (status, output) = try await here.submit(here.event)
        #expect(status == 77)
        #expect(row("Clock", output).contains("s ahead of the App Store's, by which no token is valid"), "\(output)")
        #expect(row("Means", output) == "the token is not believed; look at this machine's clock")
    }

    @Test func `an answer that does not come in time ends with 69`() async throws {
        store.script("2000000000000001", .silent)
        let changes = [("  caFile:", "  timeout: 300ms\n  caFile:")]
        let (status, output) = try await here.submit(here.event, changes: changes)
        #expect(status == 69)
        #expect(row("Means", output).contains("no answer within appStore.timeout"))
    }
}
