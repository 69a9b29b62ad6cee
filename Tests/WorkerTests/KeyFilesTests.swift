import AppStoreServer
import Foundation
import TestSupport
import Testing

@testable import Worker

/// Key files that change under the watch's eyes; what it does between two looks is a matter of milliseconds here.
@Suite(.timeLimit(.minutes(2))) struct KeyFilesTests {
    let directory: TemporaryDirectory
    let (old, new): ([UInt8], [UInt8])
    let path: String

    init() async throws {
        directory = try TemporaryDirectory()
        (old, new) = (try await makePrivateKey(), try await makePrivateKey())
        path = try directory.write(old, to: "key.p8")
    }

    private func watch(_ path: String? = nil, apps: [Int] = [0]) throws -> KeyFiles {
        let file = KeyFile(path: path ?? self.path, apps: apps, key: try SigningKey(pem: old))
        return KeyFiles([file], every: .milliseconds(5))
    }

    @Test func `R55 a key that is written into its file is told of, for all apps that sign with it`() async throws {
        let files = try watch(apps: [0, 2])
        try directory.write(new, to: "key.p8")
        let findings = try #require(await files.nextFindings())
        #expect(findings.count == 1)
        guard case .replaced(path, [0, 2], let key) = findings[0] else {
            Issue.record("\(findings)")
            return
        }
        #expect(try key == SigningKey(pem: new))
    }

    @Test func `a key that changed between the start and the first look is told of`() async throws {
        try directory.write(new, to: "key.p8")
        #expect(try await isReplaced(by: new, watch()))
    }

    @Test func `a key is told of once, and the next one after it`() async throws {
        let files = try watch()
        try directory.write(new, to: "key.p8")
        #expect(try await isReplaced(by: new, files))
        try directory.write(old, to: "key.p8")
        #expect(try await isReplaced(by: old, files))
    }

    // A mounted secret: the file is a link through a folder that is a link, and only that one is swapped.
    @Test func `a key behind links is told of when a link is swapped`() async throws {
        try directory.write(old, to: "..2026_01/key.p8")
        try directory.write(new, to: "..2026_02/key.p8")
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: directory.file("..data"), withDestinationPath: "..2026_01")
        try manager.createSymbolicLink(atPath: directory.file("mounted.p8"), withDestinationPath: "..data/key.p8")
        let files = try watch(directory.file("mounted.p8"))
        try manager.createSymbolicLink(atPath: directory.file("..data_tmp"), withDestinationPath: "..2026_02")
        #expect(rename(directory.file("..data_tmp"), directory.file("..data")) == 0)
        #expect(try await isReplaced(by: new, files))
    }

    @Test(arguments: ["empty", "missing", "cut", "encrypted", "other curve"])
    func `what is no key is told of once, and the next key after it`(state: String) async throws {
        let files = try watch()
        switch state {
        case "empty": try directory.write([], to: "key.p8")
        case "missing": try FileManager.default.removeItem(atPath: path)
        case "cut": try directory.write(new.prefix(80), to: "key.p8")
        case "encrypted":
            try directory.write(await makePrivateKey(p256 + ["-aes128", "-pass", "pass:a"]), to: "key.p8")
        default: try directory.write(await makePrivateKey(secp384r1), to: "key.p8")
        }
        let findings = try #require(await files.nextFindings())
        guard case .unusable(path, let error) = findings[0], findings.count == 1 else {
            Issue.record("\(findings)")
            return
        }
        #expect(!error.problem.isEmpty)
        #expect(findings[0].logLine.level == .error)
        try directory.write(new, to: "key.p8")
        #expect(try await isReplaced(by: new, files))
    }

    private let p256 = ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
    private let secp384r1 = ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp384r1"]

    @Test func `a watch whose task is cancelled ends`() async throws {
        let files = try watch()
        let task = Task { await files.nextFindings() }
        task.cancel()
        #expect(await task.value == nil)
    }

    private func isReplaced(by pem: [UInt8], _ files: KeyFiles) async throws -> Bool {
        let findings = await files.nextFindings() ?? []
        guard case .replaced(_, _, let key) = findings.first, findings.count == 1 else { return false }
        return try key == SigningKey(pem: pem)
    }
}

/// What a change of a key file means, decided without a file.
@Suite struct KeyFileTests {
    let (old, new): (SigningKey, SigningKey)
    var file: KeyFile
    /// Statuses of files that are there, and differ.
    let statuses: [FileStatus]
    private let directory: TemporaryDirectory
    private let bad = KeyFileError(.notPEM)

    init() async throws {
        old = try SigningKey(pem: await makePrivateKey())
        new = try SigningKey(pem: await makePrivateKey())
        file = KeyFile(path: "key.p8", apps: [0], key: old)
        let directory = try TemporaryDirectory()
        statuses = try (0..<3).map { FileStatus(of: try directory.write([UInt8($0)], to: "\($0)")) }
        self.directory = directory
    }

    @Test mutating func `a file that was touched and holds the same key is no news`() {
        #expect(file.isNews(statuses[0]))
        #expect(file.take(.success(old), seen: statuses[0]) == nil)
        #expect(!file.isNews(statuses[0]))
        #expect(file.isNews(statuses[1]))
        #expect(file.take(.success(old), seen: statuses[1]) == nil)
    }

    @Test mutating func `a file that is bad for one look, as somebody writes it, is not complained about`() {
        #expect(file.take(.failure(bad), seen: statuses[0]) == nil)
        #expect(file.take(.failure(bad), seen: statuses[1]) == nil)
        guard case .replaced = file.take(.success(new), seen: statuses[2]) else {
            Issue.record("the key was not taken")
            return
        }
        #expect(file.key == new)
    }

    @Test mutating func `a file that stays bad is complained about once, and its old key stays`() {
        #expect(file.take(.failure(bad), seen: statuses[0]) == nil)
        #expect(file.isNews(statuses[0]))
        guard case .unusable = file.take(.failure(bad), seen: statuses[0]) else {
            Issue.record("nobody was told")
            return
        }
        #expect(!file.isNews(statuses[0]))
        #expect(file.key == old)
    }

    @Test func `a file that cannot be looked at has a status, too, and always the same`() {
        #expect(FileStatus(of: "/nowhere/key.p8") == FileStatus(of: "/nowhere/key.p8"))
        #expect(FileStatus(of: "/nowhere/key.p8") != statuses[0])
    }
}
