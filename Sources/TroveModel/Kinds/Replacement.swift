/// What the items of a kind become when a newer version replaces the kind.
///
/// An item becomes one of `kind`, unless there is a duplicate of it. If the duplicate is in its
/// last state, the item becomes a record of that, in the kind that `Kind.completions` names.
package struct Replacement: Sendable, Hashable {
    /// The name of the kind that the items become.
    package let kind: String
    /// The short name of the state that they begin in.
    package let rung: String

    /// Creates a replacement by a kind with a ladder.
    package init(kind: String, rung: String) {
        self.kind = kind
        self.rung = rung
    }
}
