import Configuration
import Testing

/// Each setting, at the edges of what it takes.
@Suite struct SettingTests {
    @Test(arguments: [
        "submission: { batchSize: 1, maxInFlight: 1, maxPending: 1, linger: 0 }",
        "submission: { batchSize: 1000, maxInFlight: 1000, maxPending: 1000000, linger: 1m, parkAfter: 1000000 }",
        "submission: { rateLimit: { production: 0.1, sandbox: 1000000 } }",
        "submission: { retry: { initial: 1ms, maximum: 1ms, attempts: 1 } }",
        "submission: { deadline: { window: 12h, margin: 0 } }",
        "submission: { deadline: { window: 2s, margin: 1.999s } }",
        "deadLetters: { brake: { consecutive: 1, share: 0, over: 1, hold: 0 } }",
        "deadLetters: { brake: { share: 1 } }",
        "http: { listen: \"[::1]:9464\" }",
        "http: { listen: 0.0.0.0:0 }",
        "http: { listen: localhost:65535 }",
        "shutdown: { grace: 1ms }",
        "http: { stallAfter: 1s }",
        "tracing: { endpoint: \"http://collector.example.com:4318/v1/traces\" }",
        "tracing: { endpoint: \"\" }",
        "tracing:",
        "submission: ~",
        "log: { level: debug, format: text }",
        "log: { level: \"${LEVEL:-warning}\" }",
    ])
    func `a value within its range is taken`(line: String) {
        #expect(faults(in: minimal + line) == [])
    }

    @Test(arguments: [
        (
            "submission: { batchSize: 0 }",
            #"3:26: submission.batchSize: "0" is out of range. Write a whole number from 1 to 1000."#
        ),
        (
            "submission: { batchSize: 99999999999999999999 }",
            #"3:26: submission.batchSize: "99999999999999999999" is out of range. Write a whole number from 1 to 1000."#
        ),
        (
            "submission: { batchSize: -1 }",
            #"3:26: submission.batchSize: "-1" is out of range. Write a whole number from 1 to 1000."#
        ),
        (
            "submission: { batchSize: many }",
            #"3:26: submission.batchSize: "many" is not a whole number. Write a whole number from 1 to 1000."#
        ),
        (
            "submission: { batchSize: 1.5 }",
            #"3:26: submission.batchSize: "1.5" is not a whole number. Write a whole number from 1 to 1000."#
        ),
        (
            "submission: { batchSize: 0x10 }",
            #"3:26: submission.batchSize: "0x10" is not a whole number. Write a whole number from 1 to 1000."#
        ),
        (
            "submission: { batchSize: \"50\" }",
            #"3:26: submission.batchSize: "50" is a text because of its quotes. Write it without quotes."#
        ),
        (
            "submission: { batchSize: }",
            "3:15: submission.batchSize: has no value. Write a whole number from 1 to 1000."
        ),
        (
            "submission: { batchSize: [1] }",
            "3:15: submission.batchSize: is a list. Write a whole number from 1 to 1000."
        ),
        (
            "submission: { maxInFlight: 0 }",
            #"3:28: submission.maxInFlight: "0" is out of range. Write a whole number from 1 to 1000."#
        ),
        (
            "submission: { maxPending: 0 }",
            #"3:27: submission.maxPending: "0" is out of range. Write a whole number from 1 to 1000000."#
        ),
        (
            "submission: { maxPending: 10, parkAfter: 11 }",
            "3:42: submission.parkAfter: is over maxPending, so no record would ever be parked. Write 10 or less."
        ),
        (
            "submission: { linger: 61s }",
            #"3:23: submission.linger: "61s" is out of range. Write a duration from 0 to 1m."#
        ),
        (
            "submission: { linger: 200 }",
            #"3:23: submission.linger: "200" has no unit. Write the unit: ms, s, m or h, as in 10s."#
        ),
        (
            "submission: { linger: -1s }",
            #"3:23: submission.linger: "-1s" is not a duration. Write one such as 500ms, 10s, 5m, 12h or 1h30m."#
        ),
        (
            "submission: { rateLimit: { production: 0 } }",
            #"3:40: submission.rateLimit.production: "0" is out of range. "#
                + "Write a number of requests per second, over 0 and up to 1000000."
        ),
        (
            "submission: { rateLimit: { sandbox: .inf } }",
            #"3:37: submission.rateLimit.sandbox: ".inf" is not a number. "#
                + "Write a number of requests per second, over 0 and up to 1000000."
        ),
        (
            "submission: { retry: { attempts: 0 } }",
            #"3:34: submission.retry.attempts: "0" is out of range. Write a whole number from 1 to 1000."#
        ),
        (
            "submission: { retry: { initial: 10m } }",
            "3:15: submission.retry.maximum: is 5m, shorter than initial. Write 10m or more."
        ),
        (
            "submission: { deadline: { window: 13h } }",
            #"3:35: submission.deadline.window: "13h" is out of range. Write a duration from 1s to 12h."#
        ),
        (
            "submission: { deadline: { window: 1h, margin: 1h } }",
            "3:47: submission.deadline.margin: is 1h, which leaves nothing of the window. Write less than 1h."
        ),
        (
            "deadLetters: { brake: { share: 1.01 } }",
            #"3:32: deadLetters.brake.share: "1.01" is out of range. Write a number from 0 to 1."#
        ),
        (
            "deadLetters: { brake: { share: -0.1 } }",
            #"3:32: deadLetters.brake.share: "-0.1" is out of range. Write a number from 0 to 1."#
        ),
        (
            "deadLetters: { brake: { share: 50% } }",
            #"3:32: deadLetters.brake.share: "50%" is not a number. Write a number from 0 to 1."#
        ),
        (
            "deadLetters: { brake: { consecutive: 0 } }",
            #"3:38: deadLetters.brake.consecutive: "0" is out of range. Write a whole number from 1 to 1000000."#
        ),
        ("shutdown: { grace: 0 }", #"3:20: shutdown.grace: "0" is out of range. Write a duration from 1ms to 1h."#),
        (
            "shutdown: 30s",
            "3:11: shutdown: is a single value, not a section with keys. Write `key: value` lines below it."
        ),
        ("log: [ info ]", "3:1: log: is a list, not a section with keys. Write `key: value` lines below it."),
        (
            "log: { level: loud }",
            #"3:15: log.level: "loud" is not known here. Write debug or info or warning or error."#
        ),
        ("log: { format: jsn }", #"3:16: log.format: "jsn" is not known here. Did you mean json?"#),
    ])
    func `a value out of its range is a fault that says what would be right`(line: String, fault: String) {
        #expect(faults(in: minimal + line) == [fault])
    }

    @Test(arguments: [
        (":9464", "has no host, or one with illegal characters"),
        ("9464", "has no port"),
        ("127.0.0.1", "has no port"),
        ("127.0.0.1:", "has a port that is not a number from 0 to 65535"),
        ("127.0.0.1:65536", "has a port that is not a number from 0 to 65535"),
        ("127.0.0.1:-1", "has a port that is not a number from 0 to 65535"),
        ("::1:9464", "has no host, or one with illegal characters"),
        ("[::1:9464", "has no `]` after its IPv6 address"),
        ("[::1]", "has no port"),
        ("[localhost]:1", "has no IPv6 address in its brackets"),
    ])
    func `a listener needs a host and a port`(address: String, problem: String) {
        let remedy = "Write HOST:PORT such as 127.0.0.1:9464, 0.0.0.0:9464 or [::1]:9464."
        #expect(
            faults(in: minimal + "http: { listen: \"\(address)\" }")
                == ["3:17: http.listen: \"\(address)\" \(problem). \(remedy)"]
        )
    }
}
