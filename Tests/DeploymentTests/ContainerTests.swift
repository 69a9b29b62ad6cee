import Foundation
import HTTPServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct ContainerTests {
    private let lines: [Substring]

    init() throws {
        lines = try Repository.text("ops/container/Containerfile").split(separator: "\n")
    }

    @Test func `hadolint finds no faults`() async throws {
        let file = Repository.path("ops/container/Containerfile")
        let (status, output) = try await Repository.run(try Repository.pythonTool("hadolint"), [file])
        #expect(status == 0)
        #expect(output == [])
    }

    @Test func `each image names one version, and what is copied is there`() throws {
        let images = lines.filter { $0.hasPrefix("ARG ") && $0.contains("_IMAGE=") }
        #expect(images.count == 2)
        #expect(images.allSatisfy { $0.firstMatch(of: /:\d+\.\d+(\.\d+)?-\w+$/) != nil })
        for line in lines where line.hasPrefix("COPY ") && !line.contains("--from=") {
            for source in line.split(separator: " ").dropFirst().dropLast() {
                #expect(FileManager.default.fileExists(atPath: Repository.path(String(source))), "\(source)")
            }
        }
    }

    @Test func `the image runs as a user without rights, can be asked for its health, and says what it is`()
        async throws
    {
        let last = lines.lastIndex { $0.hasPrefix("FROM ") } ?? 0
        #expect(lines[last...].last { $0.hasPrefix("USER ") } == "USER 10001:10001")
        #expect(lines[last...].contains { $0.hasPrefix("HEALTHCHECK ") })
        let version = try await ChildProcess.output(of: WorkerBinary.path, ["--version"]).split(separator: " ")[1]
        #expect(lines.contains { $0.contains("image.version=\"\(version)\"") })
        #expect(
            lines.filter { $0.contains("base.name=") }.allSatisfy { line in
                lines.contains {
                    $0.hasPrefix("ARG BASE_IMAGE=") && line.contains($0.dropFirst("ARG BASE_IMAGE=".count))
                }
            }
        )
    }

    @Test(arguments: [(200, 0), (503, 1)] as [(UInt16, Int32)])
    func `the health check says what /healthz says`(answer: UInt16, status: Int32) async throws {
        let server = try HTTPServer(HTTPServer.Options(host: "127.0.0.1", port: 0)) { request in
            HTTPResponse(status: request.path == "/healthz" ? answer : 404)
        }
        defer { server.stop() }
        let check = try ChildProcess(
            Repository.path("ops/container/healthcheck"),
            variables: ["HTTP_LISTEN": "0.0.0.0:\(server.port)"]
        )
        #expect(await check.wait().status == status)
    }

    @Test func `the health check fails where nobody listens`() async throws {
        let check = try ChildProcess(
            Repository.path("ops/container/healthcheck"),
            variables: ["HTTP_LISTEN": "0.0.0.0:\(freePort())"]
        )
        #expect(await check.wait().status != 0)
    }

    @Test func `the README lists the packages that the program needs`() throws {
        let readme = try Repository.text("README.md")
        for package in try Repository.text("ops/lib/runtime_packages").split(separator: "\n") {
            #expect(readme.contains("`\(package)`"), "\(package)")
        }
    }
}
