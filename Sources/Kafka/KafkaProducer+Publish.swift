internal import CRdkafka

extension KafkaProducer {
    /// Hands one record over; librdkafka copies it.
    func publish(_ record: ProducerRecord) -> KafkaError? {
        let headers = record.headers.isEmpty ? nil : rd_kafka_headers_new(record.headers.count)
        for header in record.headers { add(header, to: headers) }
        let error = record.topic.withCString { topic in
            withBytes(of: record.key) { key in
                withBytes(of: record.value) { value in
                    produce(record, topic, key, value, headers)
                }
            }
        }
        // Taken over only with the record.
        if error != nil, let headers { rd_kafka_headers_destroy(headers) }
        return error
    }

    private func produce(
        _ record: ProducerRecord,
        _ topic: UnsafePointer<CChar>,
        _ key: CBytes,
        _ value: CBytes,
        _ headers: OpaquePointer?
    ) -> KafkaError? {
        withUnsafeTemporaryAllocation(of: rd_kafka_vu_t.self, capacity: 7) { fields in
            fields.initialize(repeating: rd_kafka_vu_t())
            fields[0].set(RD_KAFKA_VTYPE_TOPIC) { $0.cstr = topic }
            fields[1].set(RD_KAFKA_VTYPE_PARTITION) { $0.i32 = record.partition ?? RD_KAFKA_PARTITION_UA }
            fields[2].set(RD_KAFKA_VTYPE_KEY) { $0.mem = .init(ptr: key.start, size: key.count) }
            fields[3].set(RD_KAFKA_VTYPE_VALUE) { $0.mem = .init(ptr: value.start, size: value.count) }
            fields[4].set(RD_KAFKA_VTYPE_MSGFLAGS) { $0.i = RD_KAFKA_MSG_F_COPY }
            fields[5].set(RD_KAFKA_VTYPE_OPAQUE) { $0.ptr = UnsafeMutableRawPointer(bitPattern: UInt(record.ticket)) }
            fields[6].set(RD_KAFKA_VTYPE_HEADERS) { $0.headers = headers }
            return KafkaError(taking: rd_kafka_produceva(client, fields.baseAddress, headers == nil ? 6 : 7))
        }
    }

    private func add(_ header: KafkaHeader, to headers: OpaquePointer?) {
        withBytes(of: header.name) { name in
            withBytes(of: header.value) { value in
                // It fails only for a list that is read-only.
                _ = rd_kafka_header_add(headers, name.start, name.count, value.start, value.count)
            }
        }
    }
}

/// Bytes as C takes them: a null pointer is Kafka's null, and empty ones have an address.
private struct CBytes {
    let start: UnsafeMutableRawPointer?
    let count: Int
}

private func withBytes<Result>(of bytes: [UInt8]?, _ body: (CBytes) -> Result) -> Result {
    guard let bytes else { return body(CBytes(start: nil, count: 0)) }
    // An empty array may have no address: the zero byte gives it one.
    return (bytes.isEmpty ? [0] : bytes).withUnsafeBytes {
        body(CBytes(start: UnsafeMutableRawPointer(mutating: $0.baseAddress), count: bytes.count))
    }
}

extension rd_kafka_vu_t {
    fileprivate mutating func set(_ type: rd_kafka_vtype_t, _ value: (inout __Unnamed_union_u) -> Void) {
        vtype = type
        value(&u)
    }
}
