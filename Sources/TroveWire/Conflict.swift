package import TroveCodecs
package import TroveModel

/// Two changes of one field. The server's value stands until the user decides. Conflicts are stored
/// as entries of a kind of their own.
package struct Conflict: Sendable, Hashable {
    /// The name of that kind.
    package static let kind = "conflict"
    /// The value of `field` for a conflict about the whole entry.
    package static let wholeEntry = "*"

    /// The ID of the entry in conflict.
    package let entry: ItemID
    /// That entry's kind.
    package let kind: String
    /// The field, or `wholeEntry` for a rejected deletion or a change of a deleted entry.
    package let field: String
    /// The losing value; null for a cleared field or a deletion; an object of all fields for a
    /// deleted entry.
    package let mine: JSON
    /// The current value; null if the entry is deleted or the field has no value.
    package let theirs: JSON
    /// The name of the device whose value lost.
    package let device: String
    /// The name of the device that set the current value, or changed or deleted the entry last; nil
    /// in a conflict of an earlier server.
    package let keptBy: String?
    /// When the losing change was made; for display only.
    package let at: Timestamp

    /// Creates a conflict.
    package init(
        entry: ItemID, kind: String, field: String, mine: JSON, theirs: JSON, device: String,
        keptBy: String? = nil, at: Timestamp
    ) {
        self.entry = entry
        self.kind = kind
        self.field = field
        self.mine = mine
        self.theirs = theirs
        self.device = device
        self.keptBy = keptBy
        self.at = at
    }
}
