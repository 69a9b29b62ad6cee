import Glibc

/// The decoder that `ops/fuzz` has named; consumption events have their own property, which the rules' tests ask, too.
nonisolated(unsafe)  // written once, before the first input
    private var complaint: @Sendable ([UInt8]) -> String? = FoundationAgreement.disagreement

/// What libFuzzer calls first.
@_cdecl("LLVMFuzzerInitialize")
public func chooseDecoder(_: UnsafeMutablePointer<CInt>?, _: UnsafeMutableRawPointer?) -> CInt {
    let name = getenv("FUZZ_DECODER").map { String(cString: $0) } ?? "event"
    guard name != "event" else { return 0 }
    guard let decoder = Decoder.all.first(where: { $0.name == name }) else {
        print("There is no decoder \(name): event, \(Decoder.all.map(\.name).joined(separator: ", "))")
        exit(64)
    }
    complaint = decoder.complaint
    return 0
}

/// What libFuzzer calls with every input that it thinks of.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    if let complaint = complaint(Array(UnsafeBufferPointer(start: start, count: count))) {
        print("Complaint: \(complaint)")
        fflush(nil)
        abort()
    }
    return 0
}
