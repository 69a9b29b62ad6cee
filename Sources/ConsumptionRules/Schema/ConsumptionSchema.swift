/// The JSON Schema of an event, for producers that are not written in Swift.
///
/// It says as much as a schema can: whatever it refuses the rules refuse, and what it lets pass they refuse only for one of the
/// `Limit`s, which its `$comment` lists.
public enum ConsumptionSchema {
    /// The schema in the dialect 2020-12, as JSON text.
    public static let text = #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "Consumption event",
          "description": "One answer to a CONSUMPTION_REQUEST notification of the App Store. Integers are written with digits alone; other fields may stand at the top and are ignored.",
          "$comment": "Only the rules can say: \#(limits).",
          "type": "object",
          "required": [
            "notificationUUID", "signedDate", "environment", "bundleId", "transactionId", "type"
          ],
          "properties": {
            "schemaVersion": {
              "description": "1, also when left out.",
              "enum": [1, null]
            },
            "notificationUUID": {
              "description": "The notification that this answers; the identity of the event.",
              "$ref": "#/$defs/uuid"
            },
            "signedDate": {
              "description": "The notification's signedDate, UNIX time in milliseconds; the 12 hours begin here.",
              "type": "integer",
              "minimum": 1577836800000
            },
            "environment": {
              "enum": ["Production", "Sandbox"]
            },
            "bundleId": {
              "type": "string"
            },
            "transactionId": {
              "type": "string",
              "pattern": "^[0-9]{1,64}$",
              "not": { "pattern": "[^0-9]" }
            },
            "type": {
              "enum": [
                "Consumable", "Non-Consumable", "Non-Renewing Subscription", "Auto-Renewable Subscription"
              ]
            },
            "inAppOwnershipType": {
              "description": "PURCHASED, also when left out. Apple refuses FAMILY_SHARED and ASSIGNED.",
              "type": ["string", "null"],
              "not": { "enum": ["FAMILY_SHARED", "ASSIGNED"] }
            },
            "advancedCommerce": {
              "description": "Whether the transaction has advancedCommerceInfo; false, also when left out.",
              "type": ["boolean", "null"]
            },
            "consumptionRequestReason": {
              "type": ["string", "null"]
            },
            "consumptionRequest": {
              "description": "What the App Store is told; in place of it consumptionRequestV1 for an Advanced Commerce purchase.",
              "oneOf": [{ "type": "null" }, { "$ref": "#/$defs/consumptionRequest" }]
            },
            "consumptionRequestV1": {
              "oneOf": [{ "type": "null" }, { "$ref": "#/$defs/consumptionRequestV1" }]
            }
          },
          "oneOf": [
            {
              "required": ["consumptionRequest"],
              "properties": {
                "advancedCommerce": { "enum": [false, null] },
                "consumptionRequest": { "type": "object" },
                "consumptionRequestV1": { "type": "null" }
              }
            },
            {
              "required": ["consumptionRequestV1"],
              "properties": {
                "type": { "enum": ["Consumable", "Auto-Renewable Subscription"] },
                "consumptionRequest": { "type": "null" },
                "consumptionRequestV1": { "type": "object" }
              }
            }
          ],
          "if": {
            "properties": { "type": { "const": "Auto-Renewable Subscription" } }
          },
          "then": {
            "properties": { "consumptionRequest": { "$ref": "#/$defs/withoutPercentage" } }
          },
          "else": {
            "properties": { "consumptionRequest": { "$ref": "#/$defs/withPercentage" } }
          },
          "$defs": {
            "uuid": {
              "type": "string",
              "maxLength": 36,
              "pattern": "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$"
            },
            "consumptionRequest": {
              "description": "Apple's ConsumptionRequest.",
              "type": "object",
              "required": ["customerConsented", "deliveryStatus", "sampleContentProvided"],
              "properties": {
                "customerConsented": { "const": true },
                "consumptionPercentage": {
                  "description": "The consumed part of the whole transaction in thousandths of a percent: 67932 is 67.932 %.",
                  "type": ["integer", "null"],
                  "minimum": 0,
                  "maximum": 100000
                },
                "deliveryStatus": {
                  "enum": [
                    "DELIVERED", "UNDELIVERED_QUALITY_ISSUE", "UNDELIVERED_WRONG_ITEM", "UNDELIVERED_SERVER_OUTAGE",
                    "UNDELIVERED_OTHER"
                  ]
                },
                "refundPreference": {
                  "enum": ["DECLINE", "GRANT_FULL", "GRANT_PRORATED", null]
                },
                "sampleContentProvided": { "type": "boolean" }
              },
              "additionalProperties": false
            },
            "withoutPercentage": {
              "description": "Apple works out the consumption of an auto-renewable subscription itself.",
              "properties": { "consumptionPercentage": { "type": "null" } }
            },
            "withPercentage": {
              "if": {
                "properties": { "deliveryStatus": { "const": "DELIVERED" } }
              },
              "then": {
                "if": {
                  "required": ["refundPreference"],
                  "properties": { "refundPreference": { "const": "GRANT_PRORATED" } }
                },
                "then": {
                  "required": ["consumptionPercentage"],
                  "properties": {
                    "consumptionPercentage": { "type": "integer", "minimum": 1, "maximum": 99999 }
                  }
                }
              },
              "else": {
                "properties": {
                  "consumptionPercentage": { "enum": [0, null] },
                  "refundPreference": { "not": { "const": "GRANT_PRORATED" } }
                }
              }
            },
            "consumptionRequestV1": {
              "description": "Apple's ConsumptionRequestV1, for purchases made through the Advanced Commerce API.",
              "type": "object",
              "required": [
                "customerConsented", "consumptionStatus", "platform", "sampleContentProvided", "deliveryStatus",
                "appAccountToken", "accountTenure", "playTime", "lifetimeDollarsRefunded", "lifetimeDollarsPurchased",
                "userStatus"
              ],
              "properties": {
                "customerConsented": { "const": true },
                "consumptionStatus": { "type": "integer", "minimum": 0, "maximum": 3 },
                "platform": { "type": "integer", "minimum": 0, "maximum": 2 },
                "sampleContentProvided": { "type": "boolean" },
                "deliveryStatus": { "type": "integer", "minimum": 0, "maximum": 5 },
                "appAccountToken": {
                  "oneOf": [{ "const": "" }, { "$ref": "#/$defs/uuid" }]
                },
                "accountTenure": { "type": "integer", "minimum": 0, "maximum": 7 },
                "playTime": { "type": "integer", "minimum": 0, "maximum": 7 },
                "lifetimeDollarsRefunded": { "type": "integer", "minimum": 0, "maximum": 7 },
                "lifetimeDollarsPurchased": { "type": "integer", "minimum": 0, "maximum": 7 },
                "userStatus": { "type": "integer", "minimum": 0, "maximum": 4 },
                "refundPreference": { "type": ["integer", "null"], "minimum": 0, "maximum": 3 }
              },
              "additionalProperties": false
            }
          }
        }
        """#

    private static let limits = Limit.allCases.map(\.words).joined(separator: "; ")
}
