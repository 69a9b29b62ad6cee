/// A new private key in PEM, made by `openssl genpkey`; without arguments such a one as App Store Connect hands out.
package func makePrivateKey(
    _ arguments: [String] = ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
) async throws -> [UInt8] {
    Array(try await ChildProcess.output(of: "openssl", ["genpkey"] + arguments).utf8)
}
