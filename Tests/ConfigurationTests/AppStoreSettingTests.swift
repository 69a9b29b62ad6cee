import Configuration
import Testing

@Suite struct AppStoreSettingTests {
    private let app = "{ bundleId: com.example.a, issuerId: i, keyId: k, privateKeyFile: a.p8 }"

    private func configured(_ lines: String) -> String {
        "kafka: { properties: { bootstrap.servers: localhost } }\nappStore:\n" + lines
    }

    private func load(_ lines: String, path: String = "worker.yaml") throws -> WorkerConfiguration.AppStore {
        try WorkerConfiguration.load(bytes: Array(configured(lines).utf8), path: path, environment: [:])
            .configuration.appStore
    }

    @Test(arguments: [
        ("https://api.example.com", "https://api.example.com"),
        ("HTTPS://api.example.com:8443/", "https://api.example.com:8443"),
        ("http://localhost:8080/base//", "http://localhost:8080/base"),
        ("http://127.0.0.1:1", "http://127.0.0.1:1"),
        ("http://127.1.2.3", "http://127.1.2.3"),
        ("http://[::1]:8080", "http://[::1]:8080"),
    ])
    func `an address is encrypted or on this machine`(address: String, expected: String) throws {
        #expect(try "\(load("  apps: [ \(app) ]\n  sandboxURL: \"\(address)\"").sandboxURL)" == expected)
    }

    @Test(arguments: [
        ("http://api.example.com", "is not encrypted. Write https://, or a host of this machine"),
        ("http://127.0.0.1.example.com", "is not encrypted. Write https://, or a host of this machine"),
        ("http://127.0.0", "is not encrypted. Write https://, or a host of this machine"),
        ("http://localhost.example.com", "is not encrypted. Write https://, or a host of this machine"),
        ("ftp://localhost", "is not an https:// or http:// address. Write an address such as https://api.example.com"),
        ("api.example.com", "is not a full address. Write an address such as https://api.example.com"),
        (
            "https:///path",
            "has no host, or one with illegal characters. Write an address such as https://api.example.com"
        ),
        (
            "https://h:70000",
            "has a port that is not a number from 0 to 65535. Write an address such as https://api.example.com"
        ),
        (
            "https://h/?a=b",
            "holds more than scheme, host, port and path. Write an address such as https://api.example.com"
        ),
        (
            "https://h h",
            "holds more than scheme, host, port and path. Write an address such as https://api.example.com"
        ),
    ])
    func `any other address is a fault`(address: String, text: String) {
        #expect(
            faults(in: configured("  apps: [ \(app) ]\n  sandboxURL: \"\(address)\"")) == [
                "4:15: appStore.sandboxURL: \"\(address)\" \(text)."
            ]
        )
    }

    @Test(arguments: [
        ("worker.yaml", "keys/a.p8", "keys/a.p8"),
        ("config/worker.yaml", "keys/a.p8", "config/keys/a.p8"),
        ("/etc/worker/worker.yaml", "../a.p8", "/etc/worker/../a.p8"),
        ("/worker.yaml", "a.p8", "/a.p8"),
        ("config/worker.yaml", "/run/keys/a.p8", "/run/keys/a.p8"),
    ])
    func `relative files start at the folder of the configuration`(path: String, file: String, expected: String) throws
    {
        let lines = """
              apps: [ { bundleId: a, issuerId: i, keyId: k, privateKeyFile: \(file) } ]
              caFile: \(file)
              clientCertificateFile: \(file)
              clientKeyFile: \(file)
            """
        let appStore = try load(lines, path: path)
        #expect(appStore.apps.map(\.privateKeyFile) == [expected])
        #expect(
            [appStore.caFile, appStore.clientCertificateFile, appStore.clientKeyFile] == [expected, expected, expected]
        )
    }

    @Test(arguments: [
        (
            "",
            "2:1: appStore.apps: is missing. Add it, with at least one app: bundleId, issuerId, keyId, privateKeyFile."
        ),
        (
            "  apps: []",
            "3:3: appStore.apps: is missing. Add it, with at least one app: bundleId, issuerId, keyId, privateKeyFile."
        ),
        (
            "  apps:",
            "3:3: appStore.apps: is missing. Add it, with at least one app: bundleId, issuerId, keyId, privateKeyFile."
        ),
        ("  app: []", "3:3: appStore.app: is not a known key. Did you mean `apps`?"),
        (
            "  apps: { bundleId: a }",
            "3:3: appStore.apps: is a section with keys, not a list. Begin each element with `- `."
        ),
    ])
    func `at least one app is listed`(lines: String, fault: String) {
        #expect(faults(in: configured(lines)) == [fault])
    }

    @Test(arguments: [
        (
            "    - { bundleId: \"\", issuerId: \"\", keyId: \"\", privateKeyFile: \"\" }",
            [
                #"4:19: appStore.apps[0].bundleId: "" is empty. Write a bundle id such as com.example.game."#,
                #"4:33: appStore.apps[0].issuerId: "" is empty. Write the issuer id of your In-App Purchase keys."#,
                "4:44: appStore.apps[0].keyId: the value is empty. Write the id of the key, 10 letters and digits.",
                "4:64: appStore.apps[0].privateKeyFile: the value is empty. Write the path of a file.",
            ]
        ),
        (
            "    - { issuerId: i, keyId: k, privateKeyFle: f }",
            [
                "4:7: appStore.apps[0].bundleId: is missing. Add it, with a bundle id such as com.example.game.",
                "4:32: appStore.apps[0].privateKeyFle: is not a known key. Did you mean `privateKeyFile`?",
            ]
        ),
        (
            "    - a",
            ["4:7: appStore.apps[0]: is a single value, not a section with keys. Write `key: value` lines below it."]
        ),
        (
            """
                - { bundleId: a, issuerId: i, keyId: k, privateKeyFile: f }
                - { bundleId: b, issuerId: i, keyId: k, privateKeyFile: f }
                - { bundleId: a, issuerId: i, keyId: k, privateKeyFile: f }
            """, ["6:19: appStore.apps[2].bundleId: has been listed above. List each app once."]
        ),
    ])
    func `each app is complete and listed once`(lines: String, expected: [String]) {
        #expect(faults(in: configured("  apps:\n" + lines)) == expected)
    }

    @Test(arguments: [
        ("clientCertificateFile: c", "clientKeyFile: is missing, though clientCertificateFile is there"),
        ("clientKeyFile: k", "clientCertificateFile: is missing, though clientKeyFile is there"),
    ])
    func `a client certificate comes with its key`(line: String, fault: String) {
        #expect(
            faults(in: configured("  apps: [ \(app) ]\n  " + line)) == [
                "2:1: appStore.\(fault). Write both or neither."
            ]
        )
    }

    @Test(arguments: ["http://proxy:3128", "http://user:p%40ss@proxy.example.com:3128", "https://[::1]:1"])
    func `a proxy may have credentials`(proxy: String) throws {
        #expect(try load("  apps: [ \(app) ]\n  proxy: \"\(proxy)\"").proxy == proxy)
    }
}
