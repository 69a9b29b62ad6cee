/// A number as people read it, `12,345`.
func grouped(_ number: some BinaryInteger) -> String {
    let digits = String(number.magnitude)
    let head = (digits.count + 2) % 3 + 1
    var groups = [String(digits.prefix(head))]
    var rest = digits.dropFirst(head)
    while !rest.isEmpty {
        groups.append(String(rest.prefix(3)))
        rest = rest.dropFirst(3)
    }
    return (number < 0 ? "-" : "") + groups.joined(separator: ",")
}

/// A length of time in its two largest units: `48 s`, `14 min`, `3 h 12 min`, `2 d 4 h`.
func spoken(_ seconds: Int64) -> String {
    switch seconds {
    case ..<60: "\(seconds) s"
    case ..<3600: "\(seconds / 60) min"
    case ..<86400: "\(seconds / 3600) h \(seconds / 60 % 60) min"
    default: "\(seconds / 86400) d \(seconds / 3600 % 24) h"
    }
}

/// A number with one digit behind the point.
func decimal(_ number: Double) -> String {
    let tenths = Int64((number * 10).rounded())
    return "\(grouped(tenths / 10)).\(tenths % 10)"
}
