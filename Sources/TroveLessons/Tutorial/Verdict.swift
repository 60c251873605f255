package import TroveModel

/// Whether a condition holds, and what it found.
package struct Verdict: Sendable, Equatable {
    /// What a condition found, for the user.
    package enum Finding: Sendable, Equatable {
        case nothing
        /// An item by its title and number.
        case item(String, ItemNumber)
        /// A number of items or changes.
        case count(Int)
    }

    /// Whether the condition holds.
    package let holds: Bool
    /// What it found.
    package let finding: Finding

    /// Creates a verdict.
    package init(_ holds: Bool, _ finding: Finding = .nothing) {
        self.holds = holds
        self.finding = finding
    }
}
