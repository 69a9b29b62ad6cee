internal import CBuild
public import CConsumptionRules
internal import ConsumptionRules
internal import Glibc

/// See `consumption_rules.h`.
@c @implementation
public func consumption_check(
    _ bytes: UnsafePointer<UInt8>?,
    _ length: Int,
    _ result: UnsafeMutablePointer<consumption_result>?
) -> Int32 {
    consumption_check_with(bytes, length, nil, result)
}

/// See `consumption_rules.h`.
@c @implementation
public func consumption_check_with(
    _ bytes: UnsafePointer<UInt8>?,
    _ length: Int,
    _ options: UnsafePointer<consumption_options>?,
    _ result: UnsafeMutablePointer<consumption_result>?
) -> Int32 {
    result?.pointee = consumption_result(count: 0, violations: nil)
    guard let refusal = Terms(options).refusal(of: bytes, length) else { return Int32(CONSUMPTION_VALID) }
    guard let result else { return Int32(CONSUMPTION_REFUSED) }
    guard let violations = refusal.violations.copiedForC() else { return Int32(CONSUMPTION_OUT_OF_MEMORY) }
    result.pointee = consumption_result(count: refusal.violations.count, violations: violations)
    return Int32(CONSUMPTION_REFUSED)
}

/// See `consumption_rules.h`.
@c @implementation
public func consumption_result_free(_ result: UnsafeMutablePointer<consumption_result>?) {
    guard let result else { return }
    free(UnsafeMutableRawPointer(mutating: result.pointee.violations))
    result.pointee = consumption_result(count: 0, violations: nil)
}

/// See `consumption_rules.h`.
@c @implementation
public func consumption_version() -> UnsafePointer<CChar>? {
    build_version()
}
