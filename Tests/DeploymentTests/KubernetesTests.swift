import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct KubernetesTests {
    @Test func `the files fit Kubernetes' schemas, and each other`() async throws {
        #expect(try await Repository.faults(by: "check_kubernetes.py", Repository.path("ops/kubernetes")) == [])
    }

    static let broken: [(file: String, text: String, other: String, fault: String)] = [
        ("workers.yaml", "podManagementPolicy:", "podManagment:", "'podManagment' was unexpected"),
        ("workers.yaml", "Seconds: 45", "Seconds: 30", "is not longer than shutdown.grace"),
        ("workers.yaml", "name: POD_NAME", "name: NAME", "${POD_NAME}, which the pod does not set"),
        ("workers.yaml", "mountPath: /etc/consumption-worker/keys", "mountPath: /keys", "which nothing mounts"),
        ("workers.yaml", "readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false", "may be written to"),
        ("network-policy.yaml", "name: consumption-worker\n  policy", "name: other\n  policy", "selects other pods"),
        ("scaled-object.yaml", "threshold: \"5000\"", "threshold: 5000", "5000 is not of type 'string'"),
        ("horizontal-pod-autoscaler.yaml", "kind: StatefulSet", "kind: Deployment", "scales something else"),
        ("kustomization.yaml", "  - service.yaml\n", "", "service.yaml is missing"),
        ("configuration.yaml", "0.0.0.0:9464", "0.0.0.0:9465", "listens on 9465"),
    ]

    @Test(arguments: broken)
    func `what is wrong is found`(file: String, text: String, other: String, fault: String) async throws {
        let directory = try TemporaryDirectory()
        let copy = try Repository.copy(of: "ops/kubernetes", in: directory, replacing: text, with: other, in: file)
        let faults = try await Repository.faults(by: "check_kubernetes.py", copy)
        #expect(faults.contains { $0.contains(fault) }, "\(faults)")
    }

    @Test func `the configuration that it mounts has no faults`() async throws {
        let directory = try TemporaryDirectory()
        let text = try Repository.text("ops/kubernetes/configuration.yaml")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex(of: "  worker.yaml: |"))
        let certificates = try await TestCertificates()
        let key = "/etc/consumption-worker/keys/SubscriptionKey_2X9R4HXF34.p8"
        let authority = "/etc/consumption-worker/kafka/ca.crt"
        let configuration = lines[(start + 1)...].map { $0.dropFirst(4) }.joined(separator: "\n")
            .replacing(key, with: try directory.write(await makePrivateKey(), to: "key.p8"))
            .replacing(authority, with: certificates.authority)
        let file = try directory.write(configuration.utf8, to: "worker.yaml")
        let child = try ChildProcess(
            WorkerBinary.path,
            ["check-config", "--config", file],
            variables: ["KAFKA_USERNAME": "u", "KAFKA_PASSWORD": "p", "POD_NAME": "consumption-worker-0"]
        )
        let (status, output) = await child.wait()
        #expect(status == 0, "\(output)")
    }

    @Test func `what the autoscaler asks Prometheus can be asked`() async throws {
        let directory = try TemporaryDirectory()
        let queries = try Repository.text("ops/kubernetes/scaled-object.yaml").split(separator: "\n")
            .compactMap { $0.split(separator: "query: ", maxSplits: 1).dropFirst().first }
        #expect(queries.count == 2)
        let rules = queries.enumerated().map { "  - record: query:\($0)\n    expr: \($1)\n" }.joined()
        let file = try directory.write("groups:\n- name: queries\n  rules:\n\(rules)".utf8, to: "rules.yaml")
        let (status, output) = try await Repository.run("promtool", ["check", "rules", file])
        #expect(status == 0, "\(output)")
    }
}
