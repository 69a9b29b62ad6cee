/// The transfers for one server: as many as were ever under way at once, used in turn.
final class TransferPool {
    private let options: CurlOptions
    private var all: [CurlTransfer] = []
    private var idle: [CurlTransfer] = []

    /// Makes the first transfer, so that an option that libcurl refuses shows at once.
    init(_ options: CurlOptions) throws(AppStoreConfigurationError) {
        self.options = options
        do throws(TransportFailure) {
            giveBack(try take())
        } catch {
            throw .init(faults: [.init(key: "appStore", reason: "is refused by libcurl: \(error.reason)")])
        }
    }

    /// How many have a request.
    var underWayCount: Int { all.count - idle.count }

    /// Those that have a request.
    var underWay: [CurlTransfer] {
        all.filter { $0.current != nil }
    }

    /// A transfer without a request.
    func take() throws(TransportFailure) -> CurlTransfer {
        if let transfer = idle.popLast() { return transfer }
        let transfer = try CurlTransfer(options)
        all.append(transfer)
        return transfer
    }

    /// Takes a transfer back whose request has ended.
    func giveBack(_ transfer: CurlTransfer) {
        idle.append(transfer)
    }
}
