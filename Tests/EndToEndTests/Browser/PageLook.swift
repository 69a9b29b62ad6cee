import Foundation
import TestSupport

/// What a person sees of a page in a browser.
struct PageLook: Decodable, Sendable {
    let title: String
    /// Of the worker: `good`, `notice`, `trouble`, or `silent` when it does not answer.
    let state: String
    /// As it is shown, at the end.
    let text: String
    /// As it was shown at first.
    let before: String
    /// The colours of the page and of its letters.
    let ground: String
    let ink: String
    /// How many pixels one would have to scroll sideways.
    let overflow: Int
    let scripts: Int
    let images: Int
    /// Whether what was waited for came true.
    let came: Bool
    /// Errors and warnings, violations of the page's policy included.
    let console: [String]

    /// Opens a page in headless Chromium, with these arguments of the script.
    ///
    /// - Parameter act: What is to happen once the page is there.
    init(at url: String, _ arguments: String..., act: () async throws -> Void = {}) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "look_at_page.py").path()
        let browser = try ChildProcess(testPython(), [script, url] + arguments)
        var said: [String] = []
        while said.last != "the page is there" {
            guard let line = await browser.line(containing: "") else { throw PageMissing(url: url, output: said) }
            said.append(line)
        }
        try await act()
        let (_, output) = await browser.wait()
        self = try JSONDecoder().decode(PageLook.self, from: Data(output.joined(separator: "\n").utf8))
    }
}

/// The browser, or its driver, did not come as far as to show the page.
struct PageMissing: Error, CustomStringConvertible {
    let url: String
    let output: [String]

    var description: String {
        (["\(url) was not shown; ops/test installs chromium and chromium-driver"] + output).joined(separator: "\n")
    }
}
