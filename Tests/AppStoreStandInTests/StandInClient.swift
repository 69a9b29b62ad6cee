import AppStoreStandIn
import TestSupport

/// What came back over the wire.
struct Reply {
    let status: Int
    let head: String
    let body: String

    /// The number in Apple's error body; none when there is no such body.
    var errorCode: Int? {
        body.split(separator: "\"errorCode\":").last.flatMap { Int($0.prefix { $0.isNumber }) }
    }

    /// The value of a header field.
    func field(_ name: String) -> String? {
        head.split(separator: "\r\n").first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
    }
}

extension AppStoreStandIn {
    static let goodBody = """
        {"customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":false,\
        "consumptionPercentage":50000}
        """

    private var port: UInt16 {
        baseURL.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
    }

    /// Sends the request on a connection of its own; none when that was closed without an answer.
    func send(
        _ method: String = "PUT",
        _ path: String = "/inApps/v2/transactions/consumption/1",
        token: String?,
        contentType: String = "application/json",
        body: String = goodBody
    ) throws -> Reply? {
        let connection = try RawConnection(port: port)
        let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        connection.send(
            "\(method) \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(authorization)"
                + "Content-Type: \(contentType)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        let parts = connection.receive().split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let status = Int(parts[0].dropFirst(9).prefix(3)) else { return nil }
        return Reply(status: status, head: String(parts[0]), body: String(parts[1]))
    }
}
