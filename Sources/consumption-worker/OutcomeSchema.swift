import ConsumptionRules

/// The JSON Schema of a record of the outcome topic.
enum OutcomeSchema {
    static let text = """
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "Outcome of a consumption event",
          "description": "How one event ended. Its key is that of the event, its partition has the same number. What is not \
        known is left out, never null; further members may come.",
          "type": "object",
          "required": ["schemaVersion", "outcome", "attempts", "decisionTime", "source", "worker"],
          "properties": {
            "schemaVersion": { "const": 1 },
            "outcome": {
              "description": "duplicate: its notification had been accepted before",
              "enum": ["accepted", "dead_lettered", "duplicate"]
            },
            "notificationUUID": {
              "description": "The identity of the event, in lower case",
              "type": "string",
              "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
            },
            "transactionId": { "type": "string", "pattern": "^[0-9]{1,64}$" },
            "bundleId": { "type": "string" },
            "environment": { "enum": [\(environments)] },
            "reason": { "description": "Of a dead letter: the code under which it is filed", "type": "string" },
            "stage": {
              "description": "Of a dead letter: where on its way it ended",
              "enum": ["decode", "rules", "submission", "deadline"]
            },
            "httpStatus": {
              "description": "Of Apple's last answer", "type": "integer", "minimum": 100, "maximum": 599
            },
            "attempts": { "description": "Requests that were started", "type": "integer", "minimum": 0 },
            "signedDate": { "description": "Of the notification, in UNIX milliseconds", "type": "integer" },
            "eventTime": { "description": "Timestamp of the event's record, in UNIX milliseconds", "type": "integer" },
            "decisionTime": { "description": "When it was decided, in UNIX milliseconds", "type": "integer" },
            "timeLeft": {
              "description": "Until the deadline, in milliseconds; negative when it had passed", "type": "integer"
            },
            "source": {
              "description": "Where the event was written first",
              "type": "object",
              "required": ["topic", "partition", "offset"],
              "properties": {
                "topic": { "type": "string" },
                "partition": { "type": "integer", "minimum": 0 },
                "offset": { "type": "integer", "minimum": 0 }
              }
            },
            "worker": { "description": "Name and version", "type": "string" },
            "traceId": {
              "description": "Of the event's header traceparent", "type": "string", "pattern": "^[0-9a-f]{32}$"
            }
          },
          "if": { "properties": { "outcome": { "const": "dead_lettered" } } },
          "then": { "required": ["reason", "stage"] },
          "else": { "required": ["notificationUUID", "transactionId", "bundleId", "environment", "signedDate"] }
        }
        """

    private static let environments = AppStoreEnvironment.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
}
