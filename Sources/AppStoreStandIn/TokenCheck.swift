import FoundationEssentials

/// Believes a request's token, or says what is wrong with it.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/generating-json-web-tokens-for-api-requests>
struct TokenCheck: Sendable {
    /// Why a token is not believed; for the record, since the client learns nothing but 401.
    struct Refusal: Error {
        let reason: String
    }

    private struct Header: Decodable {
        let alg: String
        let kid: String
        let typ: String
    }

    private struct Claims: Decodable {
        let iss: String
        let iat: Int
        let exp: Int
        let aud: String
        let bid: String
    }

    private let accounts: [DeveloperAccount]

    init(accounts: [DeveloperAccount]) {
        self.accounts = accounts
    }

    /// The bundle id that the request speaks for; `now` counts seconds since 1970.
    func bundleID(ofAuthorization field: String?, now: Int) throws(Refusal) -> String {
        guard let field else { throw Refusal(reason: "no Authorization") }
        guard field.hasPrefix("Bearer ") else { throw Refusal(reason: "Authorization is not Bearer") }
        let parts = field.dropFirst(7).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let signature = bytes(fromBase64URL: parts[2]) else {
            throw Refusal(reason: "not three parts of base64url")
        }
        let header = try decode(Header.self, from: parts[0])
        guard header.alg == "ES256", header.typ == "JWT" else { throw Refusal(reason: "alg or typ") }
        guard let account = accounts.first(where: { $0.keyID == header.kid }) else { throw Refusal(reason: "kid") }
        let signed = Array("\(parts[0]).\(parts[1])".utf8)
        guard let key = try? KeyPair(publicPEM: account.publicPEM), key.hasSigned(signed, signature: signature) else {
            throw Refusal(reason: "signature")
        }
        let claims = try decode(Claims.self, from: parts[1])
        try check(claims, account: account, now: now)
        return claims.bid
    }

    private func check(_ claims: Claims, account: DeveloperAccount, now: Int) throws(Refusal) {
        guard claims.iss == account.issuerID else { throw Refusal(reason: "iss") }
        guard claims.aud == "appstoreconnect-v1" else { throw Refusal(reason: "aud") }
        guard account.bundleIDs.contains(claims.bid) else { throw Refusal(reason: "bid") }
        guard claims.iat <= now else { throw Refusal(reason: "iat is in the future") }
        guard claims.exp > now else { throw Refusal(reason: "exp has passed") }
        guard claims.exp <= claims.iat + 3600 else { throw Refusal(reason: "longer than 60 minutes") }
    }

    private func decode<Part: Decodable>(_ type: Part.Type, from text: Substring) throws(Refusal) -> Part {
        guard let bytes = bytes(fromBase64URL: text),
            // What is wrong with it in detail would interest nobody.
            let part = try? JSONDecoder().decode(type, from: Data(bytes))
        else { throw Refusal(reason: "\(type) is unreadable") }
        return part
    }
}

/// The bytes of base64url without padding; none when the text is anything else.
private func bytes(fromBase64URL text: Substring) -> [UInt8]? {
    guard text.utf8.allSatisfy({ isBase64URL($0) }) else { return nil }
    let standard = String(text).replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return Data(base64Encoded: standard + padding).map { [UInt8]($0) }
}

private func isBase64URL(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
    default: false
    }
}
