/// Which of the two values of a conflict is to stand. The raw value is what is typed.
package enum Side: String, Sendable, Equatable, CaseIterable {
    /// The one that this device wrote.
    case mine
    /// The one that another device wrote.
    case theirs
    /// The one that stands now, whoever wrote it.
    case kept
    /// The one that does not, whoever wrote it.
    case lost
}
