import Configuration

extension Decoder {
    /// A configuration file; its first line is the value of an environment variable that must never be shown.
    static let configuration = Decoder(name: "configuration") { bytes in
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let (mark, yaml) = ("Zq7-", Array(bytes[end...]))
        let environment = ["SECRET": mark + String(decoding: bytes[..<end], as: UTF8.self)]
        do throws(ConfigurationFaults) {
            let loaded = try WorkerConfiguration.load(bytes: yaml, path: "w.yaml", environment: environment)
            return loaded.configuration.appStore.apps.isEmpty ? "a configuration without an app" : nil
        } catch {
            let lines = error.faults.map(\.description)
            let mayShow = String(decoding: yaml, as: UTF8.self).contains(mark)
            let lineCount = yaml.count { $0 == UInt8(ascii: "\n") } + 2
            return firstComplaint([
                ("no fault", !lines.isEmpty),
                ("a fault that is more than a line", lines.allSatisfy(\.isPlainLine)),
                ("a secret is shown", mayShow || !lines.contains { $0.contains(mark) }),
                ("a fault outside the file", error.faults.allSatisfy { ($0.position?.line ?? 1) <= lineCount }),
            ])
        }
    }
}
