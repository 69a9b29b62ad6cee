/// What became of a YAML text: its nodes with their places, and what was wrong with it.
struct YAMLComposition {
    /// The value of the document; nil when there is none.
    let root: YAMLNode?
    /// Where each path stands: a single value where it begins, a section or list where its key is.
    let positions: [String: SourcePosition]
    let faults: [ConfigurationFault]
    /// The text was YAML to its end, so that what is missing in ``root`` is missing in the text.
    let isComplete: Bool

    init(_ bytes: [UInt8], file: String) {
        do throws(YAMLSyntaxError) {
            var composer = try YAMLComposer(bytes, file: file)
            root = try composer.root()
            positions = composer.positions
            faults = composer.faults
            isComplete = true
        } catch {
            root = nil
            positions = [:]
            faults = [ConfigurationFault(file, error.position, "", Complaint("not YAML: \(error.problem)"))]
            isComplete = false
        }
    }
}
