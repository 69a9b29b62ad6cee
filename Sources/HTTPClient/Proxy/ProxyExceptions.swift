import Glibc

/// The hosts of `no_proxy`: names with all that end in them, addresses, blocks of addresses, or `*` for all.
struct ProxyExceptions: Sendable {
    private let entries: [String]

    /// Entries stand apart by commas or white space.
    init(_ text: String) {
        entries = text.lowercased().split { $0 == "," || $0.isWhitespace }.map(String.init)
    }

    /// No host is reached through a proxy.
    var areAll: Bool { entries.contains("*") }

    func contain(_ host: String) -> Bool {
        if areAll { return true }
        let host = Self.withoutDots(host.lowercased())
        return entries.contains { entry in
            if let address = AddressBytes(host) { return Self.holds(entry, address) }
            let name = Self.withoutDots(entry)
            return !name.isEmpty && (host == name || host.hasSuffix("." + name))
        }
    }

    // A dot before or after a name changes nothing.
    private static func withoutDots(_ name: String) -> String {
        String(name.drop { $0 == "." }.reversed().drop { $0 == "." }.reversed())
    }

    /// Whether a host that is an address is this one, or in this block, such as `10.0.0.0/8`.
    private static func holds(_ entry: String, _ address: AddressBytes) -> Bool {
        let parts = entry.split(separator: "/", omittingEmptySubsequences: false)
        guard let network = AddressBytes(parts[0].filter { !"[]".contains($0) }), parts.count <= 2 else { return false }
        guard parts.count == 2 else { return network == address }
        return Int(parts[1]).map { network.agrees(with: address, in: $0) } ?? false
    }
}

/// An address as its bytes, 4 or 16.
private struct AddressBytes: Equatable {
    private let bytes: [UInt8]

    /// Nil for a name.
    init?(_ text: String) {
        var buffer = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &buffer) == 1 {
            bytes = Array(buffer[..<4])
        } else if inet_pton(AF_INET6, text, &buffer) == 1 {
            bytes = buffer
        } else {
            return nil
        }
    }

    func agrees(with other: AddressBytes, in bitCount: Int) -> Bool {
        guard bytes.count == other.bytes.count, (1...8 * bytes.count).contains(bitCount) else { return false }
        return (0..<bitCount).allSatisfy { bit in
            (bytes[bit / 8] ^ other.bytes[bit / 8]) & (0x80 >> (bit % 8)) == 0
        }
    }
}
