import Flow

/// The status page: one response that needs nothing from outside, complete without its script, which only keeps it up to date.
package struct StatusPage: Sendable {
    let status: Status
    private let nonce: String

    /// - Parameter nonce: Random letters and digits, new for each response: only style and script that carry it are obeyed.
    package init(_ status: Status, nonce: String) {
        self.status = status
        self.nonce = nonce
    }

    /// What the browser is to forbid: everything but our own style, our own script and what that asks this server.
    package static func policy(nonce: String) -> String {
        [
            "default-src 'none'", "style-src 'nonce-\(nonce)'", "script-src 'nonce-\(nonce)'", "connect-src 'self'",
            "img-src data:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
            "require-trusted-types-for 'script'", "trusted-types 'none'",
        ].joined(separator: "; ")
    }

    package var bytes: [UInt8] { Array(markup.text.utf8) }

    private var markup: Markup {
        """
        <!DOCTYPE html>
        <html lang="en" data-state="\(status.state.rawValue)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(title)</title>
        <link rel="icon" id="icon" href="data:image/svg+xml,\(icon)">
        <noscript><meta http-equiv="refresh" content="10"></noscript>
        <style nonce="\(nonce)">\(Markup(ownCode: PackageResources.page_css))</style>
        </head>
        <body>
        <header>
        <h1 id="summary" role="status">\(status.summary)</h1>
        <p class="quiet"><span id="product">\(product)</span> · up <span id="uptime">\(age(of: status.startedAt))</span> ·
        as of <time id="at">\(status.at.clock)</time></p>
        </header>
        <main>
        <ul id="problems">\(status.problems.map(problem))</ul>
        <dl id="numbers">\(numbers)</dl>
        \(chart)
        \(apps)
        \(partitions)
        \(refusals)
        </main>
        <footer class="quiet"><a href="metrics">metrics</a> <a href="healthz">healthz</a> <a href="readyz">readyz</a>
        <a href="status.json">status.json</a> <span id="versions">\(versions)</span></footer>
        <script nonce="\(nonce)">\(Markup(ownCode: PackageResources.page_js))</script>
        </body>
        </html>

        """
    }

    private var title: String { "\(status.state.sign) \(status.product.group): \(status.state.rawValue)" }

    private var icon: Markup {
        switch status.state {
        case .good: Markup.icon(color: "1a7f4b")
        case .notice: Markup.icon(color: "c98a00")
        case .trouble: Markup.icon(color: "d13438")
        }
    }

    private var product: String { "\(status.product.topic) → App Store · group \(status.product.group)" }

    private var versions: String {
        let product = status.product
        return "consumption-worker \(product.version) · librdkafka \(product.librdkafka) · nghttp2 \(product.nghttp2)"
    }

    private func problem(_ problem: Problem) -> Markup {
        """
        <li class="\(problem.level.rawValue)"><strong>\(problem.what)</strong>\
        <span class="since">\(problem.since.map { "since \($0.clock), \(age(of: $0)) · " } ?? "")</span>\
        <span class="next">\(problem.next)</span></li>
        """
    }

    private var numbers: [Markup] {
        let totals = status.totals
        return [
            number("accepted", grouped(totals.accepted)), number("refused", grouped(totals.refused)),
            number("duplicates", grouped(totals.duplicates)), number("parked", grouped(totals.parked)),
            number("waiting", grouped(status.waiting)), number("in flight", grouped(status.inFlight)),
            number("lag in Kafka", grouped(status.lag)),
        ]
    }

    private func number(_ name: String, _ value: String) -> Markup {
        "<div><dt>\(name)</dt><dd>\(value)</dd></div>"
    }

    func age(of date: UnixTime) -> String {
        spoken(max(0, (status.at - date).components.seconds))
    }
}

extension Status.State {
    /// For the title, where colour cannot tell.
    fileprivate var sign: String {
        switch self {
        case .good: "✓"
        case .notice: "•"
        case .trouble: "✗"
        }
    }
}

extension Markup {
    /// A dot for the browser's tab.
    ///
    /// - Parameter color: Six hexadecimal digits.
    fileprivate static func icon(color: String) -> Markup {
        "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Ccircle cx='4' cy='4' r='4' fill='%23\(color)'/%3E%3C/svg%3E"
    }
}
