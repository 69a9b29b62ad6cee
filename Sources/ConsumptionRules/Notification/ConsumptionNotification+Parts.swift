extension ConsumptionNotification {
    /// The two objects that the facts are in.
    struct Parts: Equatable, Sendable {
        let notification: JSONTree
        let transaction: JSONTree
        let isReadFromSignedPart: Bool

        static let payloadPath = "$.signedPayload"
        static let transactionPath = "$.data.signedTransactionInfo"

        init(_ bytes: [UInt8]) throws(ProducerFaults) {
            let root = try Self.object(bytes, at: "$")
            let payload = root["signedPayload"]
            notification = if let payload { try Self.object(signed: payload, at: Self.payloadPath) } else { root }
            try Self.checkType(notification["notificationType"])
            guard case .object? = notification["data"], let data = notification["data"] else {
                throw Self.fault(at: "$.data", "an object is required")
            }
            let given = data["signedTransactionInfo"]
            if case .object? = given, let given {
                (transaction, isReadFromSignedPart) = (given, payload != nil)
            } else {
                (transaction, isReadFromSignedPart) = (try Self.object(signed: given, at: Self.transactionPath), true)
            }
            for name in ["bundleId", "environment"] { try checkAgreement(name) }
        }

        /// The transaction of another app, or of the other App Store, is not the one that the notification is about.
        private func checkAgreement(_ name: String) throws(ProducerFaults) {
            guard let own = transaction[name], own.string != notification["data"]?[name]?.string else { return }
            throw Self.fault(at: "\(Self.transactionPath).\(name)", "differs from $.data.\(name)")
        }

        private static func checkType(_ type: JSONTree?) throws(ProducerFaults) {
            guard let type = type?.string else {
                throw fault(at: "$.notificationType", "a string is required, as notifications of version 2 have it")
            }
            guard type != "CONSUMPTION_REQUEST" else { return }
            let isName = (1...64).contains(type.utf8.count) && type.utf8.allSatisfy(isCapitalOrUnderscore)
            let message = "\(isName ? type : "the value") asks for no consumption information; CONSUMPTION_REQUEST does"
            throw fault(at: "$.notificationType", message)
        }

        private static func isCapitalOrUnderscore(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_")
        }

        private static func object(signed value: JSONTree?, at path: String) throws(ProducerFaults) -> JSONTree {
            guard let payload = value?.string.flatMap(SignedPayload.bytes) else {
                throw fault(
                    at: path,
                    "the decoded object is required, or the signed text: three parts with dots between"
                )
            }
            return try object(payload, at: path)
        }

        private static func object(_ bytes: [UInt8], at path: String) throws(ProducerFaults) -> JSONTree {
            let tree = try JSONTree(reading: bytes, of: .notification, at: path)
            guard case .object = tree else { throw fault(at: path, "an object is required") }
            return tree
        }

        private static func fault(at path: String, _ message: String) -> ProducerFaults {
            ProducerFaults(ProducerFault(.notification, at: path, message))
        }
    }
}

extension JSONTree {
    /// Reads a text of a producer's; `path` is where it stands in a larger one, or `$`.
    init(reading bytes: [UInt8], of source: ProducerFault.Source, at path: String) throws(ProducerFaults) {
        do {
            try self.init(reading: bytes)
        } catch {
            let place = path + error.path.dropFirst()
            throw ProducerFaults(ProducerFault(source, at: place, "byte \(error.byteOffset): \(error.problem)"))
        }
    }
}
