/// The labels that tell the series of one metric apart.
///
/// A set of label values that Prometheus keeps for ever: only what is bounded by the configuration or the topic belongs
/// here, never an identifier of an event or the text of an error.
package protocol LabelSet: Hashable, Sendable {
    /// The names of the labels, in the order of the values.
    static var names: [String] { get }
    /// The values of the labels, in the order of the names.
    var values: [String] { get }
}

extension LabelSet where Self: RawRepresentable<String> {
    /// The one value of a label with a fixed list: its raw value.
    package var values: [String] { [rawValue] }
}
