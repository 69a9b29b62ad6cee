import ConsumptionRules

/// The JSON Schema of a consumption event; its lists of names come from the rules themselves.
enum EventSchema {
    static let text = """
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "Consumption event",
          "description": "One answer to a CONSUMPTION_REQUEST notification of Apple's. Whole numbers are written as \
        such: 50000, not 50000.0 or 5e4. Other fields are allowed at the top and ignored.",
          "type": "object",
          "required": ["notificationUUID", "signedDate", "environment", "bundleId", "transactionId", "type"],
          "properties": {
            "schemaVersion": { "enum": [1, null] },
            "notificationUUID": { "description": "The identity of the event", "$ref": "#/$defs/uuid" },
            "signedDate": {
              "description": "Of the notification, in UNIX milliseconds since 2020; the 12 hours begin here",
              "type": "integer", "minimum": 1577836800000
            },
            "environment": \(names(AppStoreEnvironment.self)),
            "bundleId": { "description": "The app that signs", "type": "string" },
            "transactionId": { "type": "string", "pattern": "^[0-9]{1,64}$" },
            "type": \(names(ProductType.self)),
            "inAppOwnershipType": {
              "description": "\(OwnershipType.purchased.rawValue) when left out",
              "type": ["string", "null"],
              "not": { "enum": ["\(OwnershipType.familyShared.rawValue)", "\(OwnershipType.assigned.rawValue)"] }
            },
            "advancedCommerce": {
              "description": "The transaction has advancedCommerceInfo", "type": ["boolean", "null"]
            },
            "consumptionRequestReason": { "type": ["string", "null"] },
            "consumptionRequest": { "anyOf": [{ "$ref": "#/$defs/consumptionRequest" }, { "type": "null" }] },
            "consumptionRequestV1": { "anyOf": [{ "$ref": "#/$defs/consumptionRequestV1" }, { "type": "null" }] }
          },
          "oneOf": [
            {
              "description": "Apple's current body",
              "required": ["consumptionRequest"],
              "properties": {
                "consumptionRequest": { "type": "object" },
                "consumptionRequestV1": { "type": "null" },
                "advancedCommerce": { "enum": [false, null] }
              },
              "if": { "properties": { "type": { "const": "\(ProductType.autoRenewableSubscription.rawValue)" } } },
              "then": { "properties": { "consumptionRequest": { "$ref": "#/$defs/renewable" } } },
              "else": { "properties": { "consumptionRequest": { "$ref": "#/$defs/notRenewable" } } }
            },
            {
              "description": "Apple's older body, for Advanced Commerce purchases",
              "required": ["consumptionRequestV1"],
              "properties": {
                "consumptionRequestV1": { "type": "object" },
                "consumptionRequest": { "type": "null" },
                "type": { "enum": ["\(ProductType.consumable.rawValue)", \
        "\(ProductType.autoRenewableSubscription.rawValue)"] }
              }
            }
          ],
          "$defs": {
            "uuid": {
              "type": "string",
              "pattern": "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$"
            },
            "consumptionRequest": {
              "description": "https://developer.apple.com/documentation/appstoreserverapi/consumptionrequest",
              "type": "object",
              "additionalProperties": false,
              "required": ["customerConsented", "deliveryStatus", "sampleContentProvided"],
              "properties": {
                "customerConsented": { "const": true },
                "deliveryStatus": \(names(DeliveryStatus.self)),
                "sampleContentProvided": { "type": "boolean" },
                "consumptionPercentage": {
                  "description": "Thousandths of a percent of the whole transaction; left out is not 0",
                  "type": ["integer", "null"]
                },
                "refundPreference": \(names(RefundPreference.self, orNull: true))
              }
            },
            "renewable": {
              "description": "Apple works out the percentage of an auto-renewable subscription itself",
              "properties": { "consumptionPercentage": { "type": "null" } }
            },
            "notRenewable": {
              "properties": { "consumptionPercentage": { \
        "minimum": \(ConsumptionPercentage.range.lowerBound), "maximum": \(ConsumptionPercentage.range.upperBound) } },
              "allOf": [
                {
                  "description": "What was not delivered was not consumed",
                  "if": {
                    "properties": { "deliveryStatus": { "not": { "const": "\(DeliveryStatus.delivered.rawValue)" } } }
                  },
                  "then": { "properties": { "consumptionPercentage": { "maximum": 0 } } }
                },
                {
                  "if": {
                    "required": ["refundPreference"],
                    "properties": { "refundPreference": { "const": "\(RefundPreference.grantProrated.rawValue)" } }
                  },
                  "then": {
                    "required": ["consumptionPercentage"],
                    "properties": { "consumptionPercentage": { "type": "integer", "minimum": 1, "maximum": 99999 } }
                  }
                }
              ]
            },
            "consumptionRequestV1": {
              "description": "https://developer.apple.com/documentation/appstoreserverapi/consumptionrequestv1",
              "type": "object",
              "additionalProperties": false,
              "required": [
                "customerConsented", "consumptionStatus", "platform", "sampleContentProvided", "deliveryStatus",
                "appAccountToken", "accountTenure", "playTime", "lifetimeDollarsRefunded", "lifetimeDollarsPurchased",
                "userStatus"
              ],
              "properties": {
                "customerConsented": { "const": true },
                "consumptionStatus": \(upTo(3)),
                "platform": \(upTo(2)),
                "sampleContentProvided": { "type": "boolean" },
                "deliveryStatus": \(upTo(5)),
                "appAccountToken": { "anyOf": [{ "const": "" }, { "$ref": "#/$defs/uuid" }] },
                "accountTenure": \(upTo(7)),
                "playTime": \(upTo(7)),
                "lifetimeDollarsRefunded": \(upTo(7)),
                "lifetimeDollarsPurchased": \(upTo(7)),
                "userStatus": \(upTo(4)),
                "refundPreference": { "type": ["integer", "null"], "minimum": 0, "maximum": 3 }
              }
            }
          }
        }
        """

    /// One of a closed list of Apple's names.
    private static func names<Name: CaseIterable & RawRepresentable<String>>(
        _ type: Name.Type,
        orNull: Bool = false
    ) -> String {
        let names = type.allCases.map { "\"\($0.rawValue)\"" } + (orNull ? ["null"] : [])
        return "{ \"enum\": [\(names.joined(separator: ", "))] }"
    }

    /// One of the numbers that stand for names in the older body.
    private static func upTo(_ last: Int) -> String {
        "{ \"type\": \"integer\", \"minimum\": 0, \"maximum\": \(last) }"
    }
}
