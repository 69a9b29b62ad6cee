internal import CCurl

/// Where spans go: a collector that takes OTLP over HTTP.
///
/// [OTLP/HTTP](https://opentelemetry.io/docs/specs/otlp/#otlphttp)
package struct Collector: Sendable {
    /// Where requests go.
    package let url: String
    private let userAgent: String

    private static let path = "/v1/traces"

    /// - Parameter endpoint: An http or https address without a slash at its end; the path for traces is added if it has none.
    package init(endpoint: String, userAgent: String) {
        url = endpoint.hasSuffix(Self.path) ? endpoint : endpoint + Self.path
        self.userAgent = userAgent
    }

    /// Hands a request over, and blocks the calling thread until it is answered.
    ///
    /// - Parameters:
    ///   - limit: How long that may take, at least 1 ms.
    ///   - mayGoOn: Is asked about once a second; `false` breaks the request off.
    /// - Returns: How many spans of it the collector has refused.
    /// - Throws: What kept the collector from taking it.
    package func take(_ body: [UInt8], within limit: Duration, while mayGoOn: @escaping () -> Bool)
        throws(CollectorError) -> Int
    {
        let transfer = try CollectorTransfer(mayGoOn)
        try transfer.prepare()
        let isEncrypted = url.hasPrefix("https:")
        try transfer.set(CURLOPT_URL, url)
        try transfer.set(CURLOPT_PROTOCOLS_STR, isEncrypted ? "https" : "http")
        try transfer.set(CURLOPT_USERAGENT, userAgent)
        // A proxy of the environment is for what leaves the network, and that is encrypted.
        if !isEncrypted { try transfer.set(CURLOPT_PROXY, "") }
        try transfer.set(CURLOPT_TIMEOUT_MS, max(1, Int(limit / .milliseconds(1))))
        let (status, answer) = try transfer.post(body)
        guard 200..<300 ~= status else { throw CollectorError(reason: "HTTP \(status)") }
        return PartialSuccess(reading: answer).rejectedSpans
    }
}

/// Why a collector has not taken a request.
package struct CollectorError: Error, Equatable {
    /// What happened, for a log.
    package let reason: String
}
