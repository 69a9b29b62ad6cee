import Foundation

/// A CONSUMPTION_REQUEST as Apple's libraries decode it, each part of which a test can replace, leave out or sign.
struct NotificationText {
    var fields: [String: Any] = [
        "notificationType": "CONSUMPTION_REQUEST", "notificationUUID": "3fa85f64-5717-4562-b3fc-2c963f66afa6",
        "version": "2.0", "signedDate": NotificationText.signedDate,
    ]
    var data: [String: Any] = [
        "bundleId": "com.example.game", "environment": "Sandbox", "consumptionRequestReason": "UNINTENDED_PURCHASE",
        "bundleVersion": "7",
    ]
    var transaction: [String: Any] = [
        "transactionId": "2000000123456789", "originalTransactionId": "2000000123456000", "quantity": 2,
        "bundleId": "com.example.game", "environment": "Sandbox", "productId": "com.example.game.coins",
        "type": "Consumable", "inAppOwnershipType": "PURCHASED", "price": 1990.5,
    ]
    var signsTransaction = false
    var signsAll = false

    static let signedDate: Int64 = 1_796_000_000_000

    var bytes: [UInt8] {
        get throws {
            var data = data
            data["signedTransactionInfo"] = signsTransaction ? try Self.signed(transaction) : transaction
            let all = fields.merging(["data": data]) { $1 }
            return try Self.json(signsAll ? ["signedPayload": Self.signed(all)] : all)
        }
    }

    /// Three parts of base64url, the last of which is no signature.
    static func signed(_ payload: [String: Any]) throws -> String {
        let middle = Data(try json(payload)).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        return "eyJhbGciOiJFUzI1NiJ9.\(middle).AAAA"
    }

    private static func json(_ object: [String: Any]) throws -> [UInt8] {
        [UInt8](try JSONSerialization.data(withJSONObject: object))
    }
}
