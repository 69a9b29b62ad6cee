import Glibc

/// What libFuzzer calls with every input it thinks of; `ops/fuzz` builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzConsumptionEvent(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let disagreement = FoundationAgreement.disagreement(on: bytes) {
        print("Disagreement: \(disagreement)")
        fflush(nil)
        abort()
    }
    return 0
}
