import AppStoreStandIn
import TestSupport
import Testing

/// The real program on a machine whose OpenSSL would take any version of TLS.
@Suite(.timeLimit(.minutes(5))) struct OldTLSTests {
    private static let lenient = """
        openssl_conf = all
        [all]
        ssl_conf = ssl
        [ssl]
        system_default = lenient
        [lenient]
        MinProtocol = TLSv1
        CipherString = DEFAULT@SECLEVEL=0
        """

    @Test func `a server that speaks nothing newer than TLS 1.1 gets no request`() async throws {
        let world = try await AppStoreWorld(partitions: 1)
        let port = freePort()
        let pair = try await world.certificates.certificate(named: "old")
        let server = try ChildProcess(
            "openssl",
            ["s_server", "-accept", "127.0.0.1:\(port)", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0", "-www"]
                + ["-cert", pair.certificate, "-key", pair.key]
        )
        try #require(await waitUntilListening(on: port))
        let lenience = ["OPENSSL_CONF": try world.directory.write(Self.lenient.utf8, to: "lenient.cnf")]
        try await expectAnswer(on: port, world, lenience)

        let work = Workload(
            count: 1,
            topic: world.topic,
            apps: AppStoreWorld.apps,
            invalidShare: 0,
            signedDate: WholePathTests.now,
            seed: 6
        )
        try await work.produce(to: world.broker)
        let configuration = world.configuration(WholePathTests.fast)
            .replacing(world.production.baseURL, with: "https://127.0.0.1:\(port)")
        let file = try world.directory.write(configuration.utf8, to: "worker.yaml")
        let worker = try await WorkerProcess(configuration: file, variables: lenience)
        #expect(try await worker.wait(for: "consumption_retries_total", #"cause="tls""#, toBeAtLeast: 1))
        #expect(await worker.stop().status == 0)
        server.end()
    }

    /// A client that takes any version is served: the worker's is what makes the difference.
    private func expectAnswer(on port: UInt16, _ world: AppStoreWorld, _ variables: [String: String]) async throws {
        let arguments = ["-sS", "--tlsv1.0", "--cacert", world.certificates.authority, "https://127.0.0.1:\(port)/"]
        let (status, output) = try await ChildProcess("curl", arguments, variables: variables).wait()
        #expect(status == 0)
        #expect(output.contains { $0.contains("TLSv1.1") })
    }
}
