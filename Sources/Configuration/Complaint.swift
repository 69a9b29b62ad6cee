/// What is wrong with one value and what would be right, before it is known where the value stands.
package struct Complaint: Error, Equatable {
    /// What is wrong, as a sentence without its full stop.
    package let problem: String
    /// What would be right, likewise; empty when the problem says it all.
    package let remedy: String

    package init(_ problem: String, _ remedy: String = "") {
        self.problem = problem
        self.remedy = remedy
    }
}
