import ConsumptionRules

/// One thing that a probe looks at.
package struct ProbeCheck: Sendable, Equatable {
    package var name: String
    /// What is wrong, in a line each; empty when nothing is.
    package var reasons: [String]
    /// How long it has been as it is: what is wrong, or what would be wrong if it went on; `nil` when nothing is.
    package var age: Duration?
    /// From which age on it is wrong; `nil` when it is so at once.
    package var limit: Duration?
}

extension [ProbeCheck] {
    package var reasons: [String] { flatMap(\.reasons) }

    /// The body of a probe's answer: each check with its age and limit in whole seconds, and all reasons together.
    var json: [UInt8] {
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { json in
            json.object { json in
                json.member("status", reasons.isEmpty ? "ok" : "unavailable")
                json.list("reasons", reasons) { $1.value($0) }
                json.key("checks")
                json.object { json in forEach { $0.write(&json) } }
            }
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}

extension ProbeCheck {
    fileprivate func write(_ json: inout JSONWriter) {
        json.key(spelling: name)
        json.object { json in
            json.member("ok", reasons.isEmpty)
            if let age { json.member("seconds", age.components.seconds) }
            if let limit { json.member("limitSeconds", limit.components.seconds) }
        }
    }
}
