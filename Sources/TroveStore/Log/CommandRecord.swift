package import TroveModel

/// One command in the log: what it changed, who gave it, and when.
package struct CommandRecord: Sendable, Equatable {
    /// Its place in the log: the sequence number of its first change.
    package let id: Int
    /// The command it takes back, for an undo (or a redo, which takes an undo back).
    package let reverts: Int?
    /// Whether what it takes back is an undo.
    package let isRedo: Bool
    /// When it was given; for showing.
    package let at: Timestamp
    /// Who gave it: a user's name.
    package let by: String
    /// In the order in which they happened; of what this program knows.
    package let changes: [Change]

    package init(
        id: Int, reverts: Int?, isRedo: Bool, at: Timestamp, by: String, changes: [Change]
    ) {
        self.id = id
        self.reverts = reverts
        self.isRedo = isRedo
        self.at = at
        self.by = by
        self.changes = changes
    }
}

/// Who gives a command, and when.
package struct Authorship: Sendable {
    /// A user's name.
    package let by: String
    /// When the command is given.
    package let at: Timestamp

    package init(by: String, at: Timestamp) {
        self.by = by
        self.at = at
    }
}
