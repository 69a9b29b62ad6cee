import COpenSSL

/// What OpenSSL says about its last error, after `what`; its queue of errors is empty then.
func openSSLText(_ what: String) -> String {
    defer { ERR_clear_error() }
    let code = ERR_peek_last_error()
    guard code != 0, let text = ERR_reason_error_string(code) else { return what }
    return "\(what): \(String(cString: text))"
}
