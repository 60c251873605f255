package import TroveCodecs
package import TroveModel

/// Two values for one place, of which the server's stands until a person decides. Kept as an entry
/// of a kind of its own.
package struct Conflict: Sendable, Hashable {
    /// The name of the kind of the entries that hold conflicts.
    package static let kind = "conflict"
    /// Stands for the whole entry in `field`.
    package static let wholeEntry = "*"

    /// The entry it is about.
    package let entry: ItemID
    /// That entry's kind.
    package let kind: String
    /// The field, or `wholeEntry` for a deletion that was refused and for a change of something
    /// that was deleted.
    package let field: String
    /// What lost: a value, null for a cleared field or a deletion; all fields for a deleted entry.
    package let mine: JSON
    /// What stands: null where the entry is gone or the field has no value.
    package let theirs: JSON
    /// The name of the device whose value lost.
    package let device: String
    /// When that was done; for showing.
    package let at: Timestamp

    package init(
        entry: ItemID, kind: String, field: String, mine: JSON, theirs: JSON, device: String,
        at: Timestamp
    ) {
        self.entry = entry
        self.kind = kind
        self.field = field
        self.mine = mine
        self.theirs = theirs
        self.device = device
        self.at = at
    }
}
