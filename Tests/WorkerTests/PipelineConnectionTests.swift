import Kafka
import TestSupport
import Testing
import Worker

/// Connections that are refused for their credentials or certificates: what is said of it, and when it is the end.
@Suite struct PipelineConnectionTests {
    var world = PipelineWorld()

    private static let password = KafkaError(code: .authentication, reason: "Invalid username or password")
    private static let certificate = KafkaError(code: .tls, reason: "certificate verify failed")
    private static let silence = BrokerCheck(error: KafkaError(code: .transport, reason: "down"))

    private var told: [String] {
        world.notes.compactMap { note in
            switch note {
            case .missing(let condition, let error, _): "\(condition): \(error.code)"
            case .restored(let condition): "\(condition) restored"
            case .kafka(let error): "kafka: \(error.code)"
            case .clientLog(let line): "log: \(line.facility)"
            default: nil
            }
        }
    }

    @Test mutating func `credentials that no broker has ever taken end the worker`() {
        world.poll([.failure(Self.password)])
        world.hear(Self.silence)
        #expect(world.ending == nil)
        world.hear(Self.silence)
        for _ in 0..<10 { world.pass(.seconds(1)) }
        #expect(world.ending == .kafkaFailed(Self.password))
        #expect(told == ["brokers: _AUTHENTICATION"])
    }

    @Test mutating func `credentials that one of several brokers refuses do not`() {
        world.poll([.failure(Self.password)])
        world.hear(BrokerCheck())
        for _ in 0..<10 { world.pass(.seconds(1)) }
        world.poll([.failure(Self.password)])
        #expect(world.ending == nil)
        #expect(told == ["kafka: _AUTHENTICATION"])
    }

    @Test mutating func `credentials that were taken once are tried on until they are taken again`() {
        world.assign(committed: 0)
        world.hear(BrokerCheck())
        world.hear(Self.silence)
        for _ in 0..<10 {
            world.poll([.failure(Self.password)])
            world.hear(Self.silence)
        }
        #expect(world.ending == nil)
        world.hear(BrokerCheck())
        #expect(told == ["brokers: _TRANSPORT", "brokers: _AUTHENTICATION", "brokers restored"])
    }

    @Test mutating func `a token that its server does not give is waited for, whether there ever was one or not`() {
        let reason = "Failed to acquire SASL OAUTHBEARER token: Could not connect to server"
        let lack = KafkaError(code: .authentication, reason: reason)
        world.poll([.failure(lack)])
        for _ in 0..<10 {
            world.hear(Self.silence)
            world.pass(.seconds(1))
        }
        #expect(world.ending == nil)
        #expect(told == ["brokers: _AUTHENTICATION"])
        // What the brokers then refuse is another matter.
        world.poll([.failure(Self.password)])
        for _ in 0..<2 { world.hear(Self.silence) }
        for _ in 0..<10 { world.pass(.seconds(1)) }
        #expect(world.ending == .kafkaFailed(Self.password))
    }

    @Test mutating func `a certificate that is not trusted is told once, without what follows from it, and tried on`() {
        let line = KafkaLogLine(level: 3, facility: "FAIL", text: "certificate verify failed")
        let consequences: [ConsumerEvent] = [
            .failure(KafkaError(code: .allBrokersDown, reason: "1/1 brokers are down")), .log(line),
            .failure(KafkaError(code: .transport, reason: "certificate verify failed")),
        ]
        for _ in 0..<10 {
            world.poll([.failure(Self.certificate)] + consequences)
            world.hear(Self.silence)
        }
        #expect(told == ["brokers: _SSL"])
        #expect(world.ending == nil)
        world.hear(BrokerCheck())
        world.poll([.log(line)])
        #expect(told == ["brokers: _SSL", "brokers restored", "log: FAIL"])
    }
}
