extension StatusPage {
    /// Two charts over the last fifteen minutes, the newest sample at the right: what was finished, and what waits.
    var chart: Markup {
        let samples = status.flow.samples
        let finished = max(1, samples.map { max($0.accepted, $0.refused) }.max() ?? 0)
        let waiting = max(1, samples.map(\.waiting).max() ?? 0)
        let seconds = Double(FlowHistory.interval.components.seconds)
        return """
            <section id="chart"><h2>Last 15 minutes</h2>
            <figure><figcaption><b class="accepted">accepted</b> and <b class="refused">refused</b>, events a second, \
            at most <span id="most-finished">\(decimal(Double(finished) / seconds))</span></figcaption>
            \(plot([("accepted", samples.map(\.accepted)), ("refused", samples.map(\.refused))], top: finished))</figure>
            <figure><figcaption><b class="waiting">waiting</b>, events, \
            at most <span id="most-waiting">\(grouped(waiting))</span></figcaption>
            \(plot([("waiting", samples.map(\.waiting))], top: waiting))</figure>
            </section>
            """
    }

    private func plot(_ lines: [(name: String, values: [Int])], top: Int) -> Markup {
        let paths = lines.map { line -> Markup in
            let points = points(line.values, top: top)
            return """
                <polygon class="\(line.name)" points="\(area(points))"/>\
                <polyline class="\(line.name)" points="\(points)"/>
                """
        }
        return """
            <svg viewBox="0 0 179 60" preserveAspectRatio="none" role="img" aria-label="chart">\(paths)</svg>\
            <div class="axis quiet"><span>15 min ago</span><span>10</span><span>5</span><span>now</span></div>
            """
    }

    /// One point for each sample, in the units of the view box.
    private func points(_ values: [Int], top: Int) -> String {
        let first = FlowHistory.limit - values.count
        return values.enumerated().map { index, value in
            "\(first + index),\(decimal(59 - 56 * Double(value) / Double(top)))"
        }.joined(separator: " ")
    }

    /// The same, closed along the ground.
    private func area(_ points: String) -> String {
        let first = FlowHistory.limit - status.flow.samples.count
        return points.isEmpty ? "" : "\(first),60 \(points) 179,60"
    }
}
