internal import CRdkafka

/// Every fault of a set of properties, found without a broker: certificates and keys are read, nothing is connected.
package func checkProperties(_ properties: [String: String]) -> [KafkaError] {
    // Once is enough for a library that knows nothing of OIDC.
    let isRepeated = properties[OIDCSupport.property] != nil && !OIDCSupport.isBuiltIn
    let looked = isRepeated ? properties.filter { !OIDCSupport.companions.contains($0.key) } : properties
    let faults = looked.sorted(by: <).compactMap { name, value in refusal(of: name, value) }
    guard faults.isEmpty else { return faults }
    if let gap = OIDCSupport.gap(in: properties) { return [gap] }
    let offline = properties.filter { !["bootstrap.servers", "metadata.broker.list"].contains($0.key) }
    return [
        conflict(in: offline, .consumer(groupID: "check"), RD_KAFKA_CONSUMER),
        conflict(in: offline, .producer, RD_KAFKA_PRODUCER),
    ].compactMap { $0 }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
}

private func refusal(of name: String, _ value: String) -> KafkaError? {
    do throws(KafkaError) {
        try RefusedProperties.check(name, value)
        try ClientConfiguration().set(name, to: value)
        return nil
    } catch {
        return error
    }
}

/// What the properties refuse together, or name and cannot be read; librdkafka says so when it makes a client.
private func conflict(
    in properties: [String: String],
    _ kind: ClientProperties,
    _ type: rd_kafka_type_t
) -> KafkaError? {
    do throws(KafkaError) {
        _ = try kind.configuration(properties).makeClient(type)
        return nil
    } catch {
        return error
    }
}
