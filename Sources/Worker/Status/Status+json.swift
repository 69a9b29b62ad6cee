import ConsumptionRules
import Flow

extension Status {
    /// The body of `/status.json`: members are added in later versions, but none changes its meaning or goes.
    package var json: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16384)
        JSONWriter.append(to: &bytes) { $0.object(write) }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    private func write(_ json: inout JSONWriter) {
        json.member("at", at.iso8601)
        json.member("startedAt", startedAt.iso8601)
        json.member("state", state.rawValue)
        json.member("summary", summary)
        json.member("ready", isReady)
        json.list("problems", problems) { element, json in json.object(element.write) }
        json.key("totals")
        json.object(totals.write)
        json.member("waiting", waiting)
        json.member("inFlight", inFlight)
        json.member("lag", lag)
        json.list("apps", apps) { element, json in json.object(element.write) }
        json.list("partitions", partitions) { element, json in json.object(element.write) }
        json.list("refusals", refusals) { element, json in json.object(element.write) }
        json.key("flow")
        json.object(flow.write)
        json.key("product")
        json.object(product.write)
    }
}

extension Problem {
    fileprivate func write(_ json: inout JSONWriter) {
        json.member("level", level.rawValue)
        json.member("what", what)
        json.member("since", since?.iso8601)
        json.member("next", next)
    }
}

extension Status.Totals {
    fileprivate func write(_ json: inout JSONWriter) {
        json.member("consumed", consumed)
        json.member("accepted", accepted)
        json.member("refused", refused)
        json.member("duplicates", duplicates)
        json.member("parked", parked)
    }
}

extension LaneStatus {
    fileprivate func write(_ json: inout JSONWriter) {
        json.member("app", app)
        json.member("environment", environment)
        json.member("endpoint", endpoint)
        json.member("state", state.rawValue)
        json.key("ratePerSecond")
        json.value(ratePerSecond)
        json.member("tokens", tokens)
        json.member("inFlight", inFlight)
        json.member("waiting", waiting)
        json.member("breaker", breaker)
        json.member("until", until?.iso8601)
        json.key("pause")
        guard let pause else { return json.null() }
        json.object(pause.write)
    }
}

extension LaneStatus.Pause {
    fileprivate func write(_ json: inout JSONWriter) {
        json.member("cause", cause)
        json.member("answer", answer)
        json.member("since", since.iso8601)
        json.member("refusedProbes", refusedProbes)
        json.member("nextProbe", nextProbe.iso8601)
        json.member("check", check)
    }
}

extension PartitionStatus {
    fileprivate func write(_ json: inout JSONWriter) {
        json.member("partition", name)
        json.member("position", position)
        json.member("end", end)
        json.member("lag", lag)
        json.member("open", open)
        json.member("oldestOffset", oldestOffset)
        json.member("oldestSince", oldestSince?.iso8601)
        json.member("paused", paused)
    }
}

extension RefusedEvent {
    fileprivate func write(_ json: inout JSONWriter) {
        json.member("at", at.iso8601)
        json.member("record", record)
        json.member("event", event)
        json.member("app", app)
        json.member("reason", reason)
        json.member("stage", stage)
        json.member("message", message)
    }
}

extension FlowHistory {
    fileprivate func write(_ json: inout JSONWriter) {
        json.member("secondsPerSample", Self.interval.components.seconds)
        json.list("accepted", samples) { $1.value($0.accepted) }
        json.list("refused", samples) { $1.value($0.refused) }
        json.list("waiting", samples) { $1.value($0.waiting) }
    }
}

extension ProductStatus {
    fileprivate func write(_ json: inout JSONWriter) {
        json.member("version", version)
        json.member("librdkafka", librdkafka)
        json.member("nghttp2", nghttp2)
        json.member("topic", topic)
        json.member("group", group)
    }
}

extension JSONWriter {
    /// A member with a string, or with `null`.
    fileprivate mutating func member(_ name: StaticString, _ string: String?) {
        key(name)
        if let string { value(string) } else { null() }
    }

    /// A member with an integer, or with `null`.
    fileprivate mutating func member(_ name: StaticString, _ integer: Int64?) {
        key(name)
        if let integer { value(integer) } else { null() }
    }
}
