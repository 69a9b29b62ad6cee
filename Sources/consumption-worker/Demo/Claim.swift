/// Something that must be true after the demo, and every case in which it is not.
struct Claim: Hashable, Sendable {
    let text: String
    let objections: [String]

    var holds: Bool { objections.isEmpty }
}
