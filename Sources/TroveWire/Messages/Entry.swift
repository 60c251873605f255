package import TroveCodecs
package import TroveModel

/// An item, a conflict or the tombstone of one, as the server has it.
package struct Entry: Sendable, Hashable {
    /// The name of the kind, which the receiver may not know.
    package let kind: String
    /// The ID, the same on every device.
    package let id: ItemID
    /// The version of its last change.
    package let version: Version
    /// Whether it is a tombstone, which has no fields.
    package let isDeleted: Bool
    /// The fields by name, without those that have no value.
    package let fields: [JSON.Member]
    /// The name of the device that made the last change.
    package let by: String

    /// Creates an entry.
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
