/// An answer other than 2xx, with what Apple said in it.
package struct AppStoreRefusal: Sendable, Equatable {
    /// The HTTP status.
    package let status: Int
    /// Apple's `errorCode`, known to us or not; nil when the body holds none.
    package let errorCode: Int64?
    /// Apple's `errorMessage` on one line of at most 512 bytes.
    package let errorMessage: String?
    /// The beginning of a body without `errorMessage`, on one line of at most 256 bytes, to find the cause by.
    package let bodyHead: String?

    /// Puts a refusal together.
    package init(status: Int, errorCode: Int64? = nil, errorMessage: String? = nil, bodyHead: String? = nil) {
        self.status = status
        self.errorCode = errorCode
        self.errorMessage = errorMessage
        self.bodyHead = bodyHead
    }

    /// Apple's name for the code, or `AppStoreError` when the code has no name here.
    package var name: String {
        errorCode.flatMap { AppStoreErrorCode.names[$0] } ?? "AppStoreError"
    }

    /// About one event when rare, but about the app's set-up (bundle id, environment, URL) when most calls get it.
    ///
    /// These are 404 with TransactionIdNotFoundError, and 404 without a code, which Apple's API does not send.
    package var concernsAppWhenCommon: Bool {
        status == 404 && (errorCode == nil || errorCode == AppStoreErrorCode.transactionIDNotFound)
    }
}
