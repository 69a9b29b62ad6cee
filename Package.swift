// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Where classes keep the state of one thread's work: that no two accesses to it overlap is checked while the tests run, in
/// a debug build, and would cost a thirtieth of all that the worker does.
let ofOneThread = strict + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

/// A C library of Debian's, found through pkg-config.
func library(_ name: String, pkgConfig: String, package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

func target(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    resources: [Resource] = [],
    settings: [SwiftSetting] = strict
) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name + "Tests", dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

/// What `--version` says the program was built from; ops/build-release names the commit.
let commit = Context.environment["BUILD_COMMIT"] ?? "development"

/// Only in a build for the thread sanitizer: what it takes for that to see Debian's librdkafka.
let sanitizer: [Target] =
    Context.environment["SANITIZE"] == "thread" ? [.target(name: "CThreads", path: "Tests/CThreads")] : []

let package = Package(
    name: "consumption-worker",
    products: [
        .library(name: "ConsumptionRules", targets: ["ConsumptionRules"]),
        .library(name: "consumptionrules", type: .dynamic, targets: ["ConsumptionRulesForC"]),
        .executable(name: "consumption-worker", targets: ["consumption-worker"]),
    ],
    targets: [
        library("CRdkafka", pkgConfig: "rdkafka", package: "librdkafka-dev"),
        library("COpenSSL", pkgConfig: "openssl", package: "libssl-dev"),
        library("CNghttp2", pkgConfig: "libnghttp2", package: "libnghttp2-dev"),
        library("CMicrohttpd", pkgConfig: "libmicrohttpd", package: "libmicrohttpd-dev"),
        library("CGnuTLS", pkgConfig: "gnutls", package: "libgnutls28-dev"),
        library("CYAML", pkgConfig: "yaml-0.1", package: "libyaml-dev"),

        .systemLibrary(name: "CEpoll"),
        .target(name: "CBuild", cSettings: [.define("BUILD_COMMIT", to: commit)]),

        target("ConsumptionRules"),
        .systemLibrary(name: "CConsumptionRules"),
        target("ConsumptionRulesForC", ["CBuild", "CConsumptionRules", "ConsumptionRules"]),
        target("Flow"),
        target("Kafka", ["CRdkafka"]),
        target("HTTPClient", ["CEpoll", "CNghttp2", "COpenSSL"], settings: ofOneThread),
        target("AppStoreServer", ["ConsumptionRules", "Flow", "HTTPClient", "COpenSSL"], settings: ofOneThread),
        target("HTTPServer", ["CMicrohttpd", "CGnuTLS"]),
        target("Metrics"),
        target("Tracing", ["ConsumptionRules", "HTTPClient"]),
        target("Configuration", ["CBuild", "CYAML"]),
        target(
            "Worker",
            [
                "ConsumptionRules", "Flow", "Kafka", "AppStoreServer", "HTTPServer", "Metrics", "Tracing",
                "Configuration", "COpenSSL",
            ],
            resources: [.embedInCode("StatusPage/page.css"), .embedInCode("StatusPage/page.js")]
        ),
        target("AppStoreStandIn", ["Flow", "HTTPServer", "COpenSSL"]),
        target("Simulation", ["Worker", "Flow", "Kafka", "AppStoreServer", "ConsumptionRules"]),
        .executableTarget(
            name: "consumption-simulate",
            dependencies: ["Simulation"],
            swiftSettings: strict
        ),
        .target(name: "CAllocations"),
        .executableTarget(
            name: "worker-benchmark",
            dependencies: [
                "CAllocations", "ConsumptionRules", "Flow", "Kafka", "AppStoreServer", "AppStoreStandIn", "Metrics",
                "Worker",
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "consumption-worker",
            dependencies: [
                "Worker", "AppStoreServer", "AppStoreStandIn", "ConsumptionRules", "Configuration", "Flow", "Kafka",
                "Metrics",
            ],
            swiftSettings: strict
        ),

        .target(
            name: "TestSupport",
            dependencies: ["ConsumptionRules", "Kafka"] + sanitizer.map { .target(name: $0.name) },
            path: "Tests/TestSupport",
            exclude: ["judge_events.py"],
            swiftSettings: strict
        ),
        tests("ConsumptionRules", ["ConsumptionRules", "TestSupport"]),
        tests("Flow", ["Flow", "TestSupport"]),
        tests("Kafka", ["Kafka", "TestSupport"]),
        tests("HTTPClient", ["HTTPClient", "TestSupport"]),
        tests(
            "AppStoreServer",
            ["AppStoreServer", "ConsumptionRules", "HTTPClient", "COpenSSL", "TestSupport"],
            exclude: ["misbehaving_server.py", "misbehaving_http2_server.py"]
        ),
        tests("HTTPServer", ["HTTPServer", "Flow", "TestSupport"]),
        tests("Metrics", ["Metrics", "Configuration", "TestSupport"]),
        tests("Tracing", ["Tracing", "TestSupport"]),
        tests("Configuration", ["Configuration", "Flow", "TestSupport"]),
        tests("AppStoreStandIn", ["AppStoreStandIn", "HTTPServer", "TestSupport"]),
        tests(
            "CommandLine",
            [
                "consumption-worker", "consumption-simulate", "Configuration", "ConsumptionRules", "Flow", "Kafka",
                "Worker",
                "TestSupport",
            ]
        ),
        tests(
            "Worker",
            [
                "Worker", "Flow", "Kafka", "AppStoreServer", "ConsumptionRules", "Configuration", "HTTPServer",
                "Metrics", "Tracing",
                "TestSupport",
            ]
        ),
        tests("Simulation", ["Simulation"]),
        tests(
            "Fuzz",
            [
                "consumption-worker", "Worker", "Flow", "Kafka", "AppStoreServer", "ConsumptionRules", "Configuration",
                "HTTPClient", "Metrics", "Tracing",
                "TestSupport",
            ],
            exclude: ["LibFuzzer.swift", "seeds", "words"]
        ),
        tests(
            "Deployment",
            ["HTTPServer", "consumption-worker", "TestSupport"],
            exclude: ["check_components.py", "check_compose.py", "check_kubernetes.py"]
        ),
        tests(
            "EndToEnd",
            ["AppStoreStandIn", "HTTPServer", "Flow", "Kafka", "TestSupport"],
            exclude: [
                "Browser/look_at_page.py", "forwarding_proxy.py", "produce_records.py", "secure_proxy.py",
                "span_receiver.py", "token_server.py",
            ]
        ),
    ] + sanitizer
)
