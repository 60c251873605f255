package import TroveModel

/// A command in the change log.
package struct CommandRecord: Sendable, Equatable {
    /// Its number in the log.
    package let id: CommandNumber
    /// The command that it reverts, for an undo or a redo (which reverts an undo).
    package let reverts: CommandNumber?
    /// Whether it reverts an undo.
    package let isRedo: Bool
    /// The time of the command; for display only.
    package let at: Timestamp
    /// The name of the user who gave it, or of the device that it came from.
    package let by: String
    /// The device that it came from; nil for this one, and where it is not asked for.
    package let origin: String?
    /// Its changes in order, without those of kinds that this version does not know.
    package let changes: [Change]

    /// Creates a record.
    package init(
        id: CommandNumber, reverts: CommandNumber?, isRedo: Bool, at: Timestamp, by: String,
        origin: String? = nil, changes: [Change]
    ) {
        self.id = id
        self.reverts = reverts
        self.isRedo = isRedo
        self.at = at
        self.by = by
        self.origin = origin
        self.changes = changes
    }
}

extension CommandRecord {
    func having(_ changes: [Change]) -> CommandRecord {
        CommandRecord(
            id: id, reverts: reverts, isRedo: isRedo, at: at, by: by, origin: origin,
            changes: changes)
    }
}

/// The user who gives a command, and the time.
package struct Authorship: Sendable {
    /// The author of changes that the server decided.
    package static let server = "server"

    /// The user's name.
    package let by: String
    /// The time of the command.
    package let at: Timestamp

    /// Creates an authorship.
    package init(by: String, at: Timestamp) {
        self.by = by
        self.at = at
    }
}
