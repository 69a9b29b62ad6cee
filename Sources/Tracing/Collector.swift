internal import HTTPClient

/// Where spans go: a collector that takes OTLP over HTTP.
///
/// [OTLP/HTTP](https://opentelemetry.io/docs/specs/otlp/#otlphttp)
package struct Collector: Sendable {
    /// Where requests go.
    package let url: String
    private let fields: HTTPFields

    private static let path = "/v1/traces"
    /// How often it is asked whether to go on.
    private static let interval: Duration = .seconds(1)

    /// - Parameter endpoint: An http or https address without a slash at its end; the path for traces is added if it has none.
    package init(endpoint: String, userAgent: String) {
        url = endpoint.hasSuffix(Self.path) ? endpoint : endpoint + Self.path
        fields = HTTPFields([("content-type", "application/json"), ("user-agent", userAgent)])
    }

    /// Hands a request over, and blocks the calling thread until it is answered.
    ///
    /// - Parameters:
    ///   - limit: How long that may take, at least 1 ms.
    ///   - mayGoOn: Is asked about once a second; `false` breaks the request off.
    /// - Returns: How many spans of it the collector has refused.
    /// - Throws: What kept the collector from taking it.
    package func take(_ body: [UInt8], within limit: Duration, while mayGoOn: () -> Bool) throws(CollectorError) -> Int
    {
        guard let (origin, path) = Origin.read(url) else {
            throw CollectorError(reason: "not an http or https address")
        }
        let client = try begin(
            HTTPRequest(method: "POST", path: path, fields: fields, body: body),
            to: origin,
            within: limit
        )
        while true {
            if let outcome = client.turn().first?.outcome { return try refusals(in: outcome) }
            guard mayGoOn() else { throw CollectorError(reason: "broken off before an answer") }
            client.wait(atMost: Self.interval)
        }
    }

    /// A client with that request under way.
    private func begin(_ request: HTTPRequest, to origin: Origin, within limit: Duration)
        throws(CollectorError) -> HTTPClient
    {
        var options = HTTPClientOptions()
        options.timeout = max(.milliseconds(1), limit)
        do throws(HTTPClientFault) {
            let client = try HTTPClient(options)
            client.start(request, to: try client.server(at: origin), tag: 0)
            return client
        } catch {
            throw CollectorError(reason: error.description)
        }
    }

    private func refusals(in outcome: Result<HTTPAnswer, HTTPFailure>) throws(CollectorError) -> Int {
        switch outcome {
        case .success(let answer) where 200..<300 ~= answer.status:
            return PartialSuccess(reading: answer.body).rejectedSpans
        case .success(let answer): throw CollectorError(reason: "HTTP \(answer.status)")
        case .failure(let failure): throw CollectorError(reason: failure.reason)
        }
    }
}

/// Why a collector has not taken a request.
package struct CollectorError: Error, Equatable {
    /// What happened, for a log.
    package let reason: String
}
