import Flow

extension StatusPage {
    var apps: Markup {
        table(
            "apps",
            "Apps",
            ["App", "State", "Waiting", "In flight", "Rate", "Tokens", "Breaker"],
            status.apps.map { row([appName($0), state(of: $0)] + numbers(of: $0), class: $0.state.rawValue) },
            none: "No app is configured."
        )
    }

    private func appName(_ lane: LaneStatus) -> Markup {
        """
        <td><b>\(lane.app)</b> <small>\(lane.environment)\(lane.endpoint == "v1" ? " V1" : "")</small></td>
        """
    }

    private func state(of lane: LaneStatus) -> Markup {
        guard let pause = lane.pause else {
            let until = lane.until.map { " until \($0.clock)" } ?? ""
            return "<td><i>\(lane.state.rawValue)</i>\(until)</td>"
        }
        return """
            <td><i>paused</i> since \(pause.since.clock), \(age(of: pause.since))\
            <small>\(pause.answer)</small>\
            <small>next probe \(pause.nextProbe.clock), \(grouped(pause.refusedProbes)) refused so far</small></td>
            """
    }

    private func numbers(of lane: LaneStatus) -> [Markup] {
        [
            cell("Waiting", grouped(lane.waiting)), cell("In flight", grouped(lane.inFlight)),
            cell("Rate", "\(decimal(lane.ratePerSecond))/s"), cell("Tokens", grouped(lane.tokens)),
            cell("Breaker", lane.breaker),
        ]
    }

    var partitions: Markup {
        table(
            "partitions",
            "Partitions",
            ["Partition", "Position", "Lag", "Open", "Oldest", "Reading"],
            status.partitions.map { row(cells(of: $0), class: $0.paused == nil ? "" : "held") },
            none: "This worker has no partitions."
        )
    }

    private func cells(of partition: PartitionStatus) -> [Markup] {
        [
            cell("Partition", partition.name),
            cell("Position", partition.position.map { grouped($0) } ?? "?"),
            cell("Lag", partition.lag.map { grouped($0) } ?? "?"), cell("Open", grouped(partition.open)),
            cell("Oldest", partition.oldestSince.map(age) ?? "none"), cell("Reading", partition.paused ?? "on"),
        ]
    }

    var refusals: Markup {
        table(
            "refusals",
            "Last refusals",
            ["When", "Record", "Event", "Reason"],
            status.refusals.map { row(cells(of: $0)) },
            none: "Nothing was refused since the start."
        )
    }

    private func cells(of refusal: RefusedEvent) -> [Markup] {
        [
            cell("When", refusal.at.clock), cell("Record", refusal.record),
            cell("Event", refusal.event ?? "unreadable"),
            """
            <td data-name="Reason"><b>\(refusal.reason)</b> \
            <small>\(refusal.stage)\(refusal.app.map { ", \($0)" } ?? "")</small>\
            <small>\(refusal.message)</small></td>
            """,
        ]
    }

    private func table(_ id: String, _ title: String, _ heads: [String], _ rows: [Markup], none: String) -> Markup {
        """
        <section id="\(id)"><h2>\(title)</h2><table><thead><tr>\(heads.map { "<th>\($0)</th>" as Markup })</tr></thead>\
        <tbody>\(rows)</tbody></table><p class="quiet none">\(none)</p></section>
        """
    }

    private func row(_ cells: [Markup], class name: String = "") -> Markup {
        "<tr class=\"\(name)\">\(cells)</tr>\n"
    }

    private func cell(_ name: String, _ text: String) -> Markup {
        "<td data-name=\"\(name)\">\(text)</td>"
    }
}
