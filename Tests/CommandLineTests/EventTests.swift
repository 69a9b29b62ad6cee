import Foundation
import TestSupport
import Testing

@Suite struct EventTests {
    private let directory: TemporaryDirectory
    private let answers = """
        {"customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":false,"used":1}
        """
    private static let now = Int64(Date().timeIntervalSince1970 * 1000)

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write(answers.utf8, to: "answers.json")
        try directory.write(Self.notification().utf8, to: "notification.json")
    }

    private static func notification(signedDate: Int64 = now, type: String = "Consumable") -> String {
        """
        {"notificationType":"CONSUMPTION_REQUEST","notificationUUID":"3fa85f64-5717-4562-b3fc-2c963f66afa6",
         "signedDate":\(signedDate),"data":{"bundleId":"com.example.game","environment":"Sandbox","signedTransactionInfo":
         {"transactionId":"2000000123456789","type":"\(type)","quantity":4,"inAppOwnershipType":"PURCHASED"}}}
        """
    }

    private func run(_ words: String..., input: String = "") async throws -> CommandRun {
        try await CommandRun(["event"] + words, input: input, in: directory)
    }

    @Test func `an event is one line that validate takes, from a file or from standard input`() async throws {
        let made = try await run("--answers", "answers.json", "notification.json")
        #expect(made.status == 0)
        #expect(made.output.count == 1 && made.output[0].contains("\"consumptionPercentage\":25000"))
        #expect(made.errors == [])
        #expect(try await run("--answers", "answers.json", input: Self.notification()).output == made.output)
        #expect(try await run("--answers", "-", "notification.json", input: answers).output == made.output)
        let validation = try await CommandRun(["validate"], input: made.output[0] + "\n")
        #expect(validation.output == ["-:1: valid"])
    }

    @Test func `the key comes before it, with a tab between`() async throws {
        let made = try await run("--answers", "answers.json", "--with-key", "notification.json")
        #expect(made.output.first?.hasPrefix("2000000123456789\t{\"notificationUUID\"") == true)
    }

    @Test func `a refusal names file, path and rule of each fault, and writes no event`() async throws {
        let old = Self.notification(signedDate: Self.now - 13 * 3_600_000, type: "Auto-Renewable Subscription")
        let refused = try await run("--answers", "answers.json", input: old)
        #expect(refused.status == 1)
        #expect(refused.output == [])
        #expect(
            refused.errors.map { $0.split(separator: ": ").prefix(3).joined(separator: " ") } == [
                "answers.json $.used ConsumptionPercentageAutoRenewableSubscriptionError",
                "- $.signedDate DeadlineExceededError",
            ]
        )
    }

    @Test func `an old notification is taken as of its time`() async throws {
        let old = Self.notification(signedDate: 1_796_000_000_000 - 400 * 86_400_000)
        #expect(try await run("--answers", "answers.json", input: old).status == 1)
        #expect(try await run("--answers", "answers.json", "--at", "1761440000001", input: old).status == 0)
    }

    @Test func `a signed transaction is read, and said to be not verified`() async throws {
        let payload = Data(#"{"transactionId":"1","type":"Consumable"}"#.utf8).base64EncodedString()
            .replacing("=", with: "")
        let text = """
            {"notificationType":"CONSUMPTION_REQUEST","notificationUUID":"3fa85f64-5717-4562-b3fc-2c963f66afa6",
             "signedDate":\(Self.now),"data":{"bundleId":"com.example.game","environment":"Sandbox",
             "signedTransactionInfo":"eyJhbGciOiJFUzI1NiJ9.\(payload).AAAA"}}
            """
        let made = try await run("--answers", "answers.json", input: text)
        #expect(made.status == 0)
        #expect(made.errors == ["-: the signature was not verified"])
    }

    @Test func `only the apps of a configuration pass`() async throws {
        let text = """
            kafka: { properties: { bootstrap.servers: localhost } }
            appStore: { apps: [ { bundleId: com.example.other, issuerId: i, keyId: k, privateKeyFile: a.p8 } ] }
            """
        try directory.write(text.utf8, to: "worker.yaml")
        let refused = try await run("--answers", "answers.json", "--config", "worker.yaml", "notification.json")
        #expect(refused.status == 1)
        #expect(refused.errors.map { $0.prefix(53) } == ["notification.json: $.data.bundleId: UnknownAppError: "])
    }

    @Test(arguments: ["none.json", "."])
    func `a file that can't be read ends with 65`(file: String) async throws {
        let run = try await run("--answers", "answers.json", file)
        #expect(run.status == 65)
        #expect(run.errors.count == 1 && run.errors[0].hasPrefix("\(file): "))
        #expect(try await self.run("--answers", file, "notification.json").status == 65)
    }
}
