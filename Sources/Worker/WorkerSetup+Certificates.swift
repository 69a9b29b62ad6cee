import Configuration

extension WorkerSetup {
    private static let kafkaFiles = [
        "ssl.ca.location", "ssl.crl.location", "ssl.certificate.location", "ssl.key.location", "ssl.keystore.location",
    ]

    /// The files that only the start reads, so that a change of them takes a new one, as they are now.
    static func filesReadOnce(of configuration: WorkerConfiguration) -> [String: FileVersion] {
        let http = configuration.http
        let endpoint = [http.tokenFile, http.certificateFile, http.keyFile, http.clientCAFile].compactMap(\.self)
        let kafka = configuration.kafka.properties.filter { kafkaFiles.contains($0.name) }.map(\.value)
        // For want of a file librdkafka takes this word.
        return (endpoint + kafka.filter { $0 != "probe" }).reduce(into: [:]) { $0[$1] = FileVersion(of: $1) }
    }

    /// The certificates that the worker shows to others, as far as they can be read.
    var certificates: [CertificateTerm] {
        let property = "ssl.certificate.location"
        let files = [
            ("http.certificateFile", configuration.http.certificateFile),
            ("kafka.properties.\(property)", properties[property]),
            ("appStore.clientCertificateFile", configuration.appStore.clientCertificateFile),
        ]
        return files.compactMap { setting, path in
            // One that can't be read is a fault that somebody else tells.
            guard let path, let notAfter = try? PEMFile(path: path).notAfter() else { return nil }
            return CertificateTerm(setting: setting, path: path, notAfter: notAfter)
        }
    }

    /// What would keep a worker from starting now, with the same configuration and the files as they are.
    var faultsOfNewStart: [ConfigurationFault] {
        do {
            _ = try WorkerSetup(loaded)
            return []
        } catch {
            return error.faults
        }
    }
}
