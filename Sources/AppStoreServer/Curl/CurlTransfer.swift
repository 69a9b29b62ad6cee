import CCurl
internal import ConsumptionRules

/// One request at a time on one easy handle of libcurl, which is used again and again.
///
/// [libcurl's easy interface](https://curl.se/libcurl/c/libcurl-easy.html)
final class CurlTransfer {
    let easy: UnsafeMutableRawPointer
    let environment: AppStoreEnvironment
    /// What is under way, if anything is.
    private(set) var current: (ticket: UInt64, app: Int, headers: RequestHeaders)?

    /// How often libcurl was about to send it.
    private var sendings = 0
    private var received = ReceivedBody()
    private var url: [UInt8]
    private let urlPrefix: Int
    private let errorText: UnsafeMutablePointer<CChar>

    /// Makes a handle with all that is the same for every request to one server.
    init(_ options: CurlOptions) throws(TransportFailure) {
        guard let easy = curl_easy_init() else { throw TransportFailure(.local, reason: "libcurl has no memory") }
        self.easy = easy
        environment = options.environment
        url = Array(options.baseURL.text.utf8)
        urlPrefix = url.count
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try options.apply(to: easy)
        try easy.set(CURLOPT_ERRORBUFFER, errorText)
        try easy.set(CURLOPT_PRIVATE, Unmanaged.passUnretained(self).toOpaque())
        try easy.set(CURLOPT_WRITEDATA, Unmanaged.passUnretained(self).toOpaque())
        try check(curl_easy_set_write_callback(easy, receiveBody))
        try easy.set(CURLOPT_PREREQDATA, Unmanaged.passUnretained(self).toOpaque())
        try check(curl_easy_set_prereq_callback(easy, allowSending))
    }

    deinit {
        curl_easy_cleanup(easy)
        errorText.deallocate()
    }

    /// The transfer whose handle this is.
    static func owner(of easy: UnsafeMutableRawPointer) -> CurlTransfer? {
        var owner: UnsafeMutableRawPointer?
        guard curl_easy_get_pointer(easy, CURLINFO_PRIVATE, &owner) == CURLE_OK else { return nil }
        return owner.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Loads a request; libcurl copies the URL and the body, the headers are kept here.
    func begin(_ request: AppStoreRequest, headers: RequestHeaders) throws(TransportFailure) {
        url.removeSubrange(urlPrefix...)
        url.append(contentsOf: request.path.text.utf8)
        url.append(0)
        try easy.set(CURLOPT_URL, url)
        try easy.set(CURLOPT_HTTPHEADER, headers.list)
        try easy.set(CURLOPT_POSTFIELDSIZE, request.body.count)
        try easy.set(CURLOPT_COPYPOSTFIELDS, request.body)
        sendings = 0
        received.clear()
        errorText.pointee = 0
        current = (request.ticket, request.app, headers)
    }

    /// Whether libcurl may send the request: once only.
    ///
    /// By itself it would send it again, up to five times, when a connection that had served before broke without an
    /// answer and when a stream was refused. Each sending must have its place in the rate limit, so that is ours to do.
    func allowsSending() -> Bool {
        sendings += 1
        return sendings == 1
    }

    /// Takes part of the body; false when there is too much of it.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        received.append(bytes)
    }

    /// Ends what is under way with a failure that libcurl did not report.
    func end(because failure: TransportFailure) -> HTTPReply? {
        end(with: .failure(failure))
    }

    /// Ends what is under way with what libcurl reports.
    func end(with code: CURLcode) -> HTTPReply? {
        end(with: outcome(code))
    }

    private func end(with outcome: Result<HTTPResponse, TransportFailure>) -> HTTPReply? {
        guard let (ticket, app, headers) = current else { return nil }
        current = nil
        return HTTPReply(
            ticket: ticket,
            app: app,
            token: headers.token,
            outcome: outcome,
            duration: easy.time(CURLINFO_TOTAL_TIME_T) ?? .zero,
            sentAfter: easy.time(CURLINFO_PRETRANSFER_TIME_T).flatMap { $0 > .zero ? $0 : nil }
        )
    }

    private static let lost = TransportFailure(
        .reset,
        reason: "the connection broke, or the stream was refused, before an answer (libcurl was kept from a repeat)"
    )

    private func failure(_ code: CURLcode) -> TransportFailure {
        let failure = TransportFailure(code, text: errorText)
        if sendings > 1 { return Self.lost }
        return easy.isRefusedByProxy ? TransportFailure(.proxy, reason: failure.reason) : failure
    }

    /// A status is an answer, whatever happened to the connection after it.
    private func outcome(_ code: CURLcode) -> Result<HTTPResponse, TransportFailure> {
        let status = easy.status
        guard status >= 200 else { return .failure(failure(code)) }
        var response = HTTPResponse(status: status, isComplete: code == CURLE_OK || received.isTooLong)
        response.httpVersion = easy.httpVersion
        if status >= 300 {
            response.body = received.kept
            response.retryAfter = easy.header("Retry-After")
            response.date = easy.header("Date")
        }
        return .success(response)
    }
}

private func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ transfer: UnsafeMutableRawPointer?
) -> Int {
    guard let transfer else { return 0 }
    let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return Unmanaged<CurlTransfer>.fromOpaque(transfer).takeUnretainedValue().receive(part) ? part.count : 0
}

private func allowSending(
    _ transfer: UnsafeMutableRawPointer?,
    _ remoteAddress: UnsafeMutablePointer<CChar>?,
    _ localAddress: UnsafeMutablePointer<CChar>?,
    _ remotePort: Int32,
    _ localPort: Int32
) -> Int32 {
    guard let transfer else { return CURL_PREREQFUNC_ABORT }
    let allows = Unmanaged<CurlTransfer>.fromOpaque(transfer).takeUnretainedValue().allowsSending()
    return allows ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}
