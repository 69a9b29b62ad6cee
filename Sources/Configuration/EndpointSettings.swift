extension WorkerConfiguration {
    /// Where metrics, probes and the status page are served, and to whom.
    package struct HTTP: Equatable, Sendable {
        package var listen = ListenAddress(host: "127.0.0.1", port: 9464)
        /// How long a partition with records may stand still before the worker counts as dead, 1 s to 24 h.
        package var stallAfter: Duration = .seconds(600)
        /// Holds the bearer tokens, one a line, of which a client has to show one; nil asks for none.
        package var tokenFile: String?
        /// The server's certificate chain as PEM; nil for plain HTTP.
        package var certificateFile: String?
        /// The private key of that certificate.
        package var keyFile: String?
        /// Who signs the certificates of which a client has to show one; nil asks for none.
        package var clientCAFile: String?

        /// Whether nobody who can connect is turned away, and not only this machine can.
        package var isOpenToOthers: Bool { !listen.isLoopback && tokenFile == nil && clientCAFile == nil }
    }
}

extension WorkerConfiguration.HTTP {
    mutating func read(_ section: inout Section) {
        let folder = section.source.document.folder
        section.read("listen", into: &listen, as: .listen)
        section.read("stallAfter", into: &stallAfter, as: .duration(.seconds(1) ... .seconds(86400)))
        section.read("tokenFile", into: &tokenFile, as: .file(in: folder))
        section.read("certificateFile", into: &certificateFile, as: .file(in: folder))
        section.read("keyFile", into: &keyFile, as: .file(in: folder))
        section.read("clientCAFile", into: &clientCAFile, as: .file(in: folder))
        checkCertificate(&section)
    }

    private func checkCertificate(_ section: inout Section) {
        guard section.isSound("certificateFile", "keyFile", "clientCAFile") else { return }
        if (certificateFile == nil) != (keyFile == nil) {
            let (missing, present) =
                keyFile == nil ? ("keyFile", "certificateFile") : ("certificateFile", "keyFile")
            section.report(missing, Complaint("is missing, though \(present) is there", "Write both or neither"))
        } else if clientCAFile != nil, certificateFile == nil {
            section.report(
                "clientCAFile",
                Complaint("is of no use without TLS", "Write certificateFile and keyFile, too")
            )
        }
    }
}
