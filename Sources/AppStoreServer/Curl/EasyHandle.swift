import CCurl

/// libcurl's easy handle with Swift's types; each call's code is checked.
extension UnsafeMutableRawPointer {
    func set(_ option: CURLoption, _ value: Int) throws(TransportFailure) {
        try check(curl_easy_set_long(self, option, value))
    }

    /// `value` is what the option takes: a string, which libcurl copies, or a pointer, which must stay valid.
    func set(_ option: CURLoption, _ value: UnsafeRawPointer?) throws(TransportFailure) {
        try check(curl_easy_set_pointer(self, option, value))
    }

    /// The status of the last response, 0 when there was none.
    var status: Int {
        var status = 0
        return curl_easy_get_long(self, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0
    }

    /// Which HTTP the last response came over.
    var httpVersion: String? {
        var version = 0
        guard curl_easy_get_long(self, CURLINFO_HTTP_VERSION, &version) == CURLE_OK else { return nil }
        switch version {
        case Int(CURL_HTTP_VERSION_1_0): return "HTTP/1.0"
        case Int(CURL_HTTP_VERSION_1_1): return "HTTP/1.1"
        case Int(CURL_HTTP_VERSION_2_0): return "HTTP/2"
        default: return nil
        }
    }

    /// Whether a proxy refused to connect us to the server.
    var isRefusedByProxy: Bool {
        var status = 0
        return curl_easy_get_long(self, CURLINFO_HTTP_CONNECTCODE, &status) == CURLE_OK && status >= 300
    }

    /// One of libcurl's times, from the start of the transfer; what was not reached is zero.
    func time(_ which: CURLINFO) -> Duration? {
        var microseconds: curl_off_t = 0
        let code = curl_easy_get_offset(self, which, &microseconds)
        return code == CURLE_OK ? .microseconds(microseconds) : nil
    }

    /// A header of the final response.
    func header(_ name: String) -> String? {
        var header: UnsafeMutablePointer<curl_header>?
        let lastRequest: Int32 = -1
        let code = curl_easy_header(self, name, 0, UInt32(CURLH_HEADER), lastRequest, &header)
        guard code == CURLHE_OK, let value = header?.pointee.value else { return nil }
        return String(cString: value)
    }
}

/// Throws for a code other than `CURLE_OK`.
func check(_ code: CURLcode) throws(TransportFailure) {
    guard code == CURLE_OK else { throw TransportFailure(code, text: nil) }
}

extension Duration {
    /// Rounded down.
    var wholeMilliseconds: Int {
        Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
