import CCurl

/// One request to a collector on an easy handle of libcurl's.
///
/// [libcurl's easy interface](https://curl.se/libcurl/c/libcurl-easy.html)
struct CollectorTransfer: ~Copyable {
    private let easy: UnsafeMutableRawPointer
    private let watch: Watch

    /// What libcurl asks and tells while the request is under way.
    fileprivate final class Watch {
        let mayGoOn: () -> Bool
        /// The beginning of the answer; nothing that a collector has to say is longer.
        var answer: [UInt8] = []
        static let longestAnswer = 4096

        init(_ mayGoOn: @escaping () -> Bool) {
            self.mayGoOn = mayGoOn
        }
    }

    /// - Parameter mayGoOn: Is asked about once a second; `false` breaks the request off.
    init(_ mayGoOn: @escaping () -> Bool) throws(CollectorError) {
        guard let easy = curl_easy_init() else { throw CollectorError(reason: "libcurl has no memory") }
        self.easy = easy
        watch = Watch(mayGoOn)
    }

    /// Sets what is the same for every collector.
    func prepare() throws(CollectorError) {
        // Without it libcurl would use SIGALRM for time-outs. SIGPIPE, then left to us, is ignored by the program.
        try set(CURLOPT_NOSIGNAL, 1)
        // A name that is still being looked up when the time is over must not be waited for.
        try set(CURLOPT_QUICK_EXIT, 1)
        try set(CURLOPT_NOPROGRESS, 0)
        try check(curl_easy_set_pointer(easy, CURLOPT_XFERINFODATA, Unmanaged.passUnretained(watch).toOpaque()))
        try check(curl_easy_set_progress_callback(easy, askWhetherToGoOn))
        try check(curl_easy_set_pointer(easy, CURLOPT_WRITEDATA, Unmanaged.passUnretained(watch).toOpaque()))
        try check(curl_easy_set_write_callback(easy, keepAnswer))
    }

    deinit { curl_easy_cleanup(easy) }

    func set(_ option: CURLoption, _ value: Int) throws(CollectorError) {
        try check(curl_easy_set_long(easy, option, value))
    }

    /// Sets a string, which libcurl copies.
    func set(_ option: CURLoption, _ value: String) throws(CollectorError) {
        try check(value.withCString { curl_easy_set_pointer(easy, option, $0) })
    }

    /// Sends JSON and waits for the answer.
    func post(_ body: [UInt8]) throws(CollectorError) -> (status: Int, answer: [UInt8]) {
        guard let headers = curl_slist_append(nil, "Content-Type: application/json") else {
            throw CollectorError(reason: "libcurl has no memory for headers")
        }
        defer { curl_slist_free_all(headers) }
        try check(curl_easy_set_pointer(easy, CURLOPT_HTTPHEADER, headers))
        try set(CURLOPT_POSTFIELDSIZE, body.count)
        try check(body.withUnsafeBytes { curl_easy_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) })
        try check(curl_easy_perform(easy))
        var status = 0
        try check(curl_easy_get_long(easy, CURLINFO_RESPONSE_CODE, &status))
        return (status, watch.answer)
    }

    fileprivate static func watch(_ pointer: UnsafeMutableRawPointer) -> Watch {
        Unmanaged<Watch>.fromOpaque(pointer).takeUnretainedValue()
    }
}

/// Throws for a code other than `CURLE_OK`.
private func check(_ code: CURLcode) throws(CollectorError) {
    guard code == CURLE_OK else {
        throw CollectorError(reason: "\(String(cString: curl_easy_strerror(code))) (libcurl \(code.rawValue))")
    }
}

private func askWhetherToGoOn(
    _ watch: UnsafeMutableRawPointer?,
    _: curl_off_t,
    _: curl_off_t,
    _: curl_off_t,
    _: curl_off_t
) -> Int32 {
    guard let watch else { return 1 }
    return CollectorTransfer.watch(watch).mayGoOn() ? 0 : 1
}

private func keepAnswer(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ watch: UnsafeMutableRawPointer?
) -> Int {
    guard let watch else { return 0 }
    let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
    let owner = CollectorTransfer.watch(watch)
    owner.answer.append(contentsOf: part.prefix(CollectorTransfer.Watch.longestAnswer - owner.answer.count))
    return part.count
}
