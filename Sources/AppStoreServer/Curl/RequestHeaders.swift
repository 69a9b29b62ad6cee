import CCurl

/// The headers of requests that carry one token, as libcurl's list; shared by all of them while they are under way.
final class RequestHeaders {
    /// The token in them.
    let token: BearerToken
    let list: UnsafeMutablePointer<curl_slist>

    init(token: BearerToken) throws(TransportFailure) {
        let lines = [
            "Authorization: Bearer \(token.text)",
            "Content-Type: application/json",
            "Accept: application/json",
        ]
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = curl_slist_append(list, line) else {
                curl_slist_free_all(list)
                throw TransportFailure(.local, reason: "libcurl has no memory for headers")
            }
            list = longer
        }
        guard let list else { throw TransportFailure(.local, reason: "no headers") }
        self.token = token
        self.list = list
    }

    deinit { curl_slist_free_all(list) }
}
