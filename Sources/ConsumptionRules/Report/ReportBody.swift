/// What goes to Apple, each value known to be one that Apple takes.
enum ReportBody: Hashable, Sendable {
    case v2(RequestBody)
    case v1(RequestV1Body)

    /// Nil for a body that does not pass the rules.
    init?(_ body: ConsumptionEvent.Body, for type: ProductType) {
        switch body {
        case .v2(let request):
            guard let body = RequestBody(request, for: type) else { return nil }
            self = .v2(body)
        case .v1(let request):
            guard let body = RequestV1Body(request) else { return nil }
            self = .v1(body)
        }
    }
}
