package import TroveCodecs
package import TroveModel

/// A thing of a user as the server has it, or the tombstone of one.
package struct Entry: Sendable, Hashable {
    /// The name of its kind; perhaps one that the receiver does not know.
    package let kind: String
    /// The item's id, the same on every device.
    package let id: ItemID
    /// The sequence number of its last change.
    package let version: Version
    /// Whether it was deleted; it has no fields then.
    package let isDeleted: Bool
    /// Fields by name; those without a value are left out.
    package let fields: [JSON.Member]
    /// The name of the device that made the last change.
    package let by: String

    package init(
        kind: String, id: ItemID, version: Version, isDeleted: Bool, fields: [JSON.Member],
        by: String
    ) {
        self.kind = kind
        self.id = id
        self.version = version
        self.isDeleted = isDeleted
        self.fields = fields
        self.by = by
    }
}
