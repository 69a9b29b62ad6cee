import AppStoreStandIn

/// The App Store's stand-in alone, for a worker beside it on the same machine.
struct StandInCommand: Command {
    static let name = "stand-in"
    static let help = CommandHelp(
        summary: "Run a small App Store on this machine, for trials",
        about: """
            Takes consumption information on 127.0.0.1 as the App Store documents it, until SIGTERM or SIGINT. It makes
            a new In-App Purchase key and writes the private one to the key file, which nobody else may read; what
            the worker signs with it is believed, what another key signs is not. config/worker.local.yaml fits it.
            """,
        options: [keyFile, port, bundleIDs, issuerID, keyID, failures],
        exitCodes: [(.done, "Stopped as it was told"), (.internalError, "The port or the key file can't be used")],
        example: "consumption-worker stand-in --key-file config/keys/SubscriptionKey_STANDIN001.p8"
    )

    private static let keyFile = Option(
        name: "--key-file",
        value: "FILE",
        isRequired: true,
        about: "Where the private key goes; its folder must be there"
    )
    private static let port = option("--port", "N", "The port; 8080 unless given, 0 for any free one")
    private static let bundleIDs = option("--bundle-ids", "A,B", "The apps; com.example.game unless given")
    private static let issuerID = option("--issuer-id", "ID", "As in the configuration's appStore.apps")
    private static let keyID = option("--key-id", "ID", "Likewise; STANDIN001 unless given")
    private static let failures = option(
        "--failures",
        "SHARE",
        "Of the requests that fail with 500, 0 to 1; none unless given"
    )

    private let file: String
    private let account: (issuerID: String, keyID: String, bundleIDs: Set<String>)
    private let portNumber: UInt16
    private let failureShare: Double

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.refuseOperands()
        file = try arguments.require(Self.keyFile)
        guard let number = UInt16(arguments[Self.port] ?? "8080") else {
            throw UsageError("--port takes a number from 0 to 65535")
        }
        guard let share = Double(arguments[Self.failures] ?? "0"), (0...1).contains(share) else {
            throw UsageError("--failures takes a number from 0 to 1")
        }
        (portNumber, failureShare) = (number, share)
        account = (
            arguments[Self.issuerID] ?? "57246542-96fe-1a63-e053-0824d011072a", arguments[Self.keyID] ?? "STANDIN001",
            Set((arguments[Self.bundleIDs] ?? "com.example.game").split(separator: ",").map(String.init))
        )
    }

    func run() async throws -> ExitCode {
        let signals = StopSignals()
        defer { withExtendedLifetime(signals) {} }
        let key = try StandInKey()
        try PrivateFile.write(key.privatePEM, to: file)
        let store = try start(key)
        defer { store.stop() }
        try StandardStream.output.writeLine("Takes consumption information at \(store.baseURL); the key is in \(file)")
        for await _ in signals.requests { break }
        let accepted = store.accepted().values.reduce(0, +)
        try StandardStream.output.writeLine("\(store.arrivals().count) requests, \(accepted) of them accepted")
        return .done
    }

    private func start(_ key: StandInKey) throws -> AppStoreStandIn {
        let account = key.account(issuerID: account.issuerID, keyID: account.keyID, bundleIDs: account.bundleIDs)
        var options = AppStoreStandIn.Options(accounts: [account])
        options.port = portNumber
        options.faults.failureShare = failureShare
        return try AppStoreStandIn(options)
    }

    private static func option(_ name: String, _ value: String, _ about: String) -> Option {
        Option(name: name, value: value, isRequired: false, about: about)
    }
}
