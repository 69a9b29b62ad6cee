import Configuration

/// The faults of a configuration text, each as `LINE:COLUMN: path: problem. remedy.` without the file.
func faults(in text: String, environment: [String: String] = [:]) -> [String] {
    faults(in: Array(text.utf8), environment: environment)
}

/// The same for bytes that need not be text.
func faults(in bytes: [UInt8], environment: [String: String] = [:]) -> [String] {
    do {
        _ = try WorkerConfiguration.load(bytes: bytes, path: "worker.yaml", environment: environment)
        return []
    } catch {
        return error.faults.map { String("\($0)".dropFirst("worker.yaml:".count)) }
    }
}

/// The two lines that every configuration needs; a test adds its own from line 3 on.
let minimal = """
    kafka: { properties: { bootstrap.servers: "localhost:9092" } }
    appStore: { apps: [ { bundleId: com.example.a, issuerId: i, keyId: k, privateKeyFile: a.p8 } ] }

    """
