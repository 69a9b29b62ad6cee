/// Whether the library can get tokens for the mechanism OAUTHBEARER from a server of OpenID Connect.
///
/// Debian's builds cannot: they come without libcurl. `builtin.features` has `oidc` where it can.
package enum OIDCSupport {
    /// The property that asks for it.
    package static let property = "sasl.oauthbearer.method"

    /// Whether the library loaded at run time can.
    package static var isBuiltIn: Bool { KafkaClient.builtinFeatures.contains("oidc") }

    /// What only OIDC needs, beside the property that asks for it.
    static let companions: Set = [
        "sasl.oauthbearer.client.id", "sasl.oauthbearer.client.secret", "sasl.oauthbearer.token.endpoint.url",
        "sasl.oauthbearer.scope", "sasl.oauthbearer.extensions",
    ]

    /// Why a property cannot be used in this build; `nil` for one that can.
    static func refusal(of name: String) -> String? {
        guard name == property || companions.contains(name), !isBuiltIn else { return nil }
        return """
            this librdkafka (\(KafkaClient.version)) was built without OIDC: its builtin.features have no oidc; run the worker \
            with one that has it, or log in with SCRAM-SHA-512 or a client certificate
            """
    }

    /// Why these properties never get a token; `nil` where they do, or need none.
    static func gap(in properties: [String: String]) -> KafkaError? {
        let mechanisms = ["sasl.mechanism", "sasl.mechanisms"]
        guard let name = mechanisms.first(where: { properties[$0] == "OAUTHBEARER" }),
            properties[property]?.lowercased() != "oidc",
            properties["enable.sasl.oauthbearer.unsecure.jwt"] != "true"
        else { return nil }
        return .refusedProperty(name, reason: "OAUTHBEARER gets no token; set \(property) to oidc, and what that needs")
    }
}

extension KafkaError {
    /// The server that gives tokens did not give one: the brokers have not refused anybody.
    package var isMissingToken: Bool {
        code == .authentication && reason.contains("Failed to acquire SASL OAUTHBEARER token")
    }
}
