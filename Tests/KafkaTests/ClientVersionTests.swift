import Glibc
import Kafka
import Testing

@Suite struct ClientVersionTests {
    @Test func `the tests run on the librdkafka that TEST_LIBRDKAFKA asks for`() {
        let wanted = getenv("TEST_LIBRDKAFKA").map { String(cString: $0) } ?? ""
        #expect(KafkaClient.version.description.hasPrefix(wanted))
    }
}
