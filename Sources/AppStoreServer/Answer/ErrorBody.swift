import FoundationEssentials

/// Apple's error body; a field that is missing or of another type is nil.
///
/// [Error](https://developer.apple.com/documentation/appstoreserverapi/error)
private struct ErrorBody: Decodable {
    let errorCode: Int64?
    let errorMessage: String?

    private enum Field: String, CodingKey {
        case errorCode, errorMessage
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        // What is not of its documented type says nothing: the status alone decides then.
        errorCode = try? fields.decode(Int64.self, forKey: .errorCode)
        errorMessage = try? fields.decode(String.self, forKey: .errorMessage)
    }
}

extension AppStoreRefusal {
    /// Reads what the response says about the refusal; a body of any other shape is kept as its beginning.
    init(_ response: HTTPResponse) {
        // Empty, HTML, cut short: not a JSON object, so it names no code.
        let body = try? JSONDecoder().decode(ErrorBody.self, from: Data(response.body))
        self.init(
            status: response.status,
            errorCode: body?.errorCode,
            errorMessage: body?.errorMessage.map { oneLine($0.utf8, limit: 512) },
            bodyHead: body?.errorMessage == nil && !response.body.isEmpty ? oneLine(response.body, limit: 256) : nil
        )
    }
}
