import CGnuTLS

/// The certificate that a client has shown over TLS.
enum PeerCertificate {
    /// Whether there is one, now valid and good for a client, which the authority has signed that the server trusts.
    ///
    /// libmicrohttpd asks for a certificate and leaves the judgement to us.
    static func isTrusted(in session: OpaquePointer) -> Bool {
        var purpose = Array(GNUTLS_KP_TLS_WWW_CLIENT.utf8CString.map { UInt8(bitPattern: $0) })
        return purpose.withUnsafeMutableBufferPointer { purpose in
            var demand = gnutls_typed_vdata_st(type: GNUTLS_DT_KEY_PURPOSE_OID, data: purpose.baseAddress, size: 0)
            var faults: UInt32 = 0
            // Without a certificate the call itself fails.
            return gnutls_certificate_verify_peers(session, &demand, 1, &faults) == GNUTLS_E_SUCCESS && faults == 0
        }
    }
}
