extension String {
    /// The text with identities cut short, so that it may be shown to whoever looks at a page: of a UUID the beginning is
    /// left, of a number with twelve or more digits, such as a transaction id, the end.
    package var withShortenedIdentities: String {
        var shortened = ""
        var rest = self[...]
        while let first = rest.first {
            let isIdentity = first.isIdentityPart
            let part = rest.prefix { $0.isIdentityPart == isIdentity }
            shortened += part.isUUID ? "\(part.prefix(8))…" : isIdentity ? part.withShortenedNumbers : String(part)
            rest = rest[part.endIndex...]
        }
        return shortened
    }
}

extension Substring {
    /// 8-4-4-4-12.
    fileprivate var isUUID: Bool {
        split(separator: "-", omittingEmptySubsequences: false).map(\.count) == [8, 4, 4, 4, 12]
    }

    fileprivate var withShortenedNumbers: String {
        var shortened = ""
        var rest = self
        while let first = rest.first {
            let isNumber = first.isASCIIDigit
            let part = rest.prefix { $0.isASCIIDigit == isNumber }
            shortened += isNumber && part.count >= 12 ? "…\(part.suffix(4))" : String(part)
            rest = rest[part.endIndex...]
        }
        return shortened
    }
}

extension Character {
    fileprivate var isIdentityPart: Bool { self == "-" || isASCII && (isHexDigit) }

    fileprivate var isASCIIDigit: Bool { isASCII && isWholeNumber }
}
