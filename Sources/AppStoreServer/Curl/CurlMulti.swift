import CCurl
import Glibc

/// Owns libcurl's multi handle: its connections, and the wait for them.
///
/// [libcurl's multi interface](https://curl.se/libcurl/c/libcurl-multi.html)
final class CurlMulti: @unchecked Sendable {  // only wake() is called by other threads, which libcurl allows
    private let multi: UnsafeMutableRawPointer

    /// Keeps up to that many connections open for later requests; nil when libcurl has no memory.
    init?(idleConnections: Int) {
        guard Self.globalCode == CURLE_OK, let multi = curl_multi_init() else { return nil }
        self.multi = multi
        guard curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, idleConnections) == CURLM_OK else { return nil }
    }

    deinit { curl_multi_cleanup(multi) }

    /// libcurl wants this once per process, before anything else.
    private static let globalCode = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

    /// Ends the wait of the thread that owns the handle, or its next one.
    func wake() {
        // It fails only for a broken handle or when a wake-up is pending already.
        _ = curl_multi_wakeup(multi)
    }

    /// Waits for a connection, libcurl's next time-out, or a wake-up.
    func wait(atMost limit: Duration) {
        if curl_multi_poll(multi, nil, 0, Int32(clamping: limit.wholeMilliseconds), nil) == CURLM_OK { return }
        // No memory for a moment: that must not become a loop without a pause.
        usleep(10_000)
    }

    /// Moves every transfer on as far as it goes; returns what is wrong with the handle itself, if something is.
    func perform() -> String? {
        var running: Int32 = 0
        let code = curl_multi_perform(multi, &running)
        return code == CURLM_OK ? nil : String(cString: curl_multi_strerror(code))
    }

    /// Takes in a transfer, to be moved on by the next `perform`.
    func add(_ transfer: CurlTransfer) throws(TransportFailure) {
        let code = curl_multi_add_handle(multi, transfer.easy)
        guard code == CURLM_OK else {
            throw TransportFailure(.local, reason: "libcurl: \(String(cString: curl_multi_strerror(code)))")
        }
    }

    /// Lets go of a transfer, finished or not.
    func remove(_ transfer: CurlTransfer) {
        let code = curl_multi_remove_handle(multi, transfer.easy)
        precondition(code == CURLM_OK, "a transfer was removed that the handle does not have: \(code.rawValue)")
    }

    /// The next transfer that has ended, with how it ended.
    func nextFinished() -> (transfer: CurlTransfer, code: CURLcode)? {
        var left: Int32 = 0
        guard let message = curl_multi_info_read(multi, &left)?.pointee, message.msg == CURLMSG_DONE else { return nil }
        return CurlTransfer.owner(of: message.easy_handle).map { ($0, message.data.result) }
    }
}
