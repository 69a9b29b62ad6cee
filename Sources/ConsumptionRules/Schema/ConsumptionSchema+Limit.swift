extension ConsumptionSchema {
    /// Why the rules may refuse an event that the schema lets pass.
    public enum Limit: CaseIterable, Hashable, Sendable {
        /// Which apps have a key stands in the worker's configuration.
        case configuredApps
        /// A schema has no clock.
        case dateAhead
        /// To a schema, 50000.0 and 5e4 are the integer 50000.
        case formOfNumbers
        /// A validator sees one value for each key.
        case repeatedKeys
        /// A validator takes half a surrogate pair, escaped as `\ud800`, which no UTF-8 can say.
        case halfCharacters
        /// A validator sees what a text stands for, not how deep it nests in fields that are ignored.
        case nesting
        /// Nor how long it is.
        case size

        /// The code under which the rules refuse such an event.
        public var code: ViolationCode {
            switch self {
            case .configuredApps: .unknownApp
            case .dateAhead: .invalidSignedDate
            case .formOfNumbers, .repeatedKeys, .halfCharacters, .nesting: .malformedEvent
            case .size: .eventTooLarge
            }
        }

        /// What the rules ask for, as a clause for a person.
        public var words: String {
            switch self {
            case .configuredApps: "that the worker has a key for bundleId"
            case .dateAhead: "that signedDate is not over five minutes ahead"
            case .formOfNumbers: "that an integer is written with digits alone, not as 50000.0 or 5e4"
            case .repeatedKeys: "that no key stands twice in one object"
            case .halfCharacters: "that no half of a surrogate pair stands alone"
            case .nesting: "that objects and arrays nest at most \(JSONReader.maximumDepth) deep"
            case .size: "that the whole text has at most \(ConsumptionEvent.maximumSize) bytes"
            }
        }
    }
}
