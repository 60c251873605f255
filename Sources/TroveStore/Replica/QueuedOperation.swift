import TroveCodecs
package import TroveModel
package import TroveWire

/// An operation in the outbox or among the problems.
package struct QueuedOperation: Sendable, Hashable {
    /// What the operation does to the item.
    package let action: PushOperation.Action
    /// The name of the entry's kind.
    package let kind: String
    /// The item's id, the same on every device.
    package let id: ItemID
    /// The item's number in this library.
    package let item: ItemNumber
    /// The version that the user saw; 0 for none.
    package let base: Version
    /// The fields, as a JSON object.
    package let fields: String
    /// When the user made the change; for display only.
    package let at: Timestamp

    /// Creates an operation.
    package init(
        action: PushOperation.Action, kind: String, id: ItemID, item: ItemNumber, base: Version,
        fields: String, at: Timestamp
    ) {
        self.action = action
        self.kind = kind
        self.id = id
        self.item = item
        self.base = base
        self.fields = fields
        self.at = at
    }

    /// The fields of the deletion of a conflict that waits for a change of the conflict's item.
    /// They are not sent.
    private static let waiting = #"{"waits":true}"#

    /// Creates the deletion of a conflict, which resolves it. If it `waits` for the change that
    /// restores the lost value, it is sent when the server has answered that change, and not at all
    /// if the server has rejected it, because the value would then be lost.
    static func resolution(of conflict: ConflictEntry, waits: Bool, at time: Timestamp) -> Self {
        Self(
            action: .delete, kind: Conflict.kind, id: conflict.id, item: 0, base: conflict.version,
            fields: waits ? waiting : "{}", at: time)
    }

    /// Whether this is the deletion of a conflict that waits for a change of the conflict's item.
    var waitsForChange: Bool { kind == Conflict.kind && fields == Self.waiting }

    /// The fields that the server gets.
    package var sentFields: String { waitsForChange ? "{}" : fields }

    /// Whether the operation changes a field of its entry, or all of it.
    func sets(_ field: String) throws -> Bool {
        try action != .update || field == Conflict.wholeEntry
            || EntryFields.parse(fields).contains { $0.name == field }
    }

    /// Returns the same operation on another version.
    func based(on version: Version) -> QueuedOperation {
        QueuedOperation(
            action: action, kind: kind, id: id, item: item, base: version, fields: fields, at: at)
    }

    /// An operation without an effect, which only uses its number.
    static let skip = QueuedOperation(
        action: .skip, kind: "", id: ItemID(high: 0, low: 0), item: 0, base: 0, fields: "{}",
        at: Timestamp(milliseconds: 0))
}
