package import Kafka

extension KafkaError {
    /// What a person has to do about a connection that is refused; `nil` for other errors.
    package var remedy: String? {
        switch code {
        case .authentication where isMissingToken:
            """
            look at kafka.properties.sasl.oauthbearer.token.endpoint.url, client.id and client.secret, and whether that server \
            answers
            """
        case .authentication:
            "look at kafka.properties.sasl.mechanism, sasl.username and sasl.password, and at the user in the cluster"
        case .tls:
            """
            look whether kafka.properties.ssl.ca.location trusts the broker's certificate, and whether that names the host, \
            has not expired, and is needed at all by security.protocol
            """
        default: nil
        }
    }
}
