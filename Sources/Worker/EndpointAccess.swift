import Configuration
import HTTPServer

/// Over what the endpoint is served, and to whom: the files of the settings `http`, read and found good.
struct EndpointAccess: Sendable {
    var tls: HTTPServer.TLS?
    var admission = Admission.everybody

    /// Reads the files.
    ///
    /// - Returns: What is wrong with them, if anything; the access is of no use then.
    static func read(
        _ http: WorkerConfiguration.HTTP,
        _ document: ConfigurationDocument
    ) -> (access: EndpointAccess, faults: [ConfigurationFault]) {
        var files = FileReading(document: document)
        let tokens = files.read(http.tokenFile, "http.tokenFile", EndpointToken.all)
        let certificate = files.read(http.certificateFile, "http.certificateFile", PEMFile.init)
        let key = files.read(http.keyFile, "http.keyFile", PEMFile.init)
        let authority = files.read(http.clientCAFile, "http.clientCAFile", PEMFile.init)
        files.check("http.certificateFile", certificate) { file throws(Complaint) in _ = try file.notAfter() }
        files.check("http.clientCAFile", authority) { file throws(Complaint) in _ = try file.notAfter() }
        files.check("http.keyFile", key) { file throws(Complaint) in try file.checkKey(of: certificate) }
        var access = EndpointAccess()
        access.admission = Admission(tokens: tokens ?? [], needsCertificate: authority != nil)
        if let certificate, let key {
            access.tls = HTTPServer.TLS(
                certificatePEM: certificate.text,
                keyPEM: key.text,
                clientAuthorityPEM: authority?.text
            )
        }
        return (access, files.faults)
    }
}

/// Reads files that settings name, and keeps what is wrong with them.
private struct FileReading {
    let document: ConfigurationDocument
    var faults: [ConfigurationFault] = []

    mutating func read<Content>(
        _ path: String?,
        _ setting: String,
        _ reading: (String) throws(Complaint) -> Content
    ) -> Content? {
        guard let path else { return nil }
        do throws(Complaint) {
            return try reading(path)
        } catch {
            report(setting, path, error)
            return nil
        }
    }

    mutating func check(_ setting: String, _ file: PEMFile?, _ check: (PEMFile) throws(Complaint) -> Void) {
        guard let file else { return }
        do throws(Complaint) {
            try check(file)
        } catch {
            report(setting, file.path, error)
        }
    }

    private mutating func report(_ setting: String, _ path: String, _ complaint: Complaint) {
        faults.append(document.fault(at: setting, "\(path): \(complaint.problem)", remedy: complaint.remedy))
    }
}
