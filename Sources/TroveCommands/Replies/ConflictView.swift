import TroveCodecs
package import TroveModel
package import TroveStore
package import TroveTerminal
import TroveWire

/// A conflict as this device shows it to the user.
package struct ConflictView {
    /// The kinds of the library, to look up the kind of the item.
    package let kinds: Kinds
    /// The number that `conflicts` shows.
    package let number: Int
    /// `gem 4: Opal`
    package let item: TerminalText
    /// The name of the field, or `Message.wholeItem`.
    package let field: TerminalText
    /// The current value, on which all devices agree.
    package let kept: TerminalText
    /// The value that lost.
    package let lost: TerminalText
    /// Both values for programs; a whole item is an object with its fields.
    private let values: (kept: JSON, lost: JSON)
    /// The stored names of the kind and the field.
    private let kindName: String, fieldName: String
    /// The name of the device that wrote the losing value.
    package let device: String
    /// When the losing value was written.
    package let lostAt: Timestamp
    /// The name of the device that wrote the current value; nil if it is not known.
    package let keptBy: String?
    /// When the current value was written, or arrived here; nil if it is not known.
    package let keptAt: Timestamp?
    /// Which of the two values this device wrote; nil for neither, and for both.
    package let origin: ConflictOrigin?

    /// Creates the view of a conflict. `item` is the current item; nil if it is deleted. An item of
    /// another kind than the conflict says counts as deleted: a server can send anything.
    package init(
        _ entry: ConflictEntry, _ item: Item?, _ kinds: Kinds, origin: ConflictOrigin?,
        keptBy: String? = nil, keptAt: Timestamp? = nil
    ) {
        let conflict = entry.conflict
        let kind = kinds.stored.first { $0.storedName == conflict.kind }
        let item = item.flatMap { kinds[$0.kind].storedName == conflict.kind ? $0 : nil }
        let isWhole = conflict.field == Conflict.wholeEntry
        let fields = kind.flatMap { kind in item.map { Self.members(of: $0, kind) } }
        let title = kind.map { $0.fields[Kind.titleIndex].storedName }
        let lostFields = conflict.mine.members.map { members in
            kind.map { Message.named(members, $0) } ?? members
        }
        let fieldIndex = kind?.index(ofStored: conflict.field)
        let name =
            kind.flatMap { kind in fieldIndex.map { kind.fields[$0].name } } ?? conflict.field
        self.kinds = kinds
        self.origin = origin
        self.keptBy = keptBy
        self.keptAt = keptAt
        lostAt = conflict.at
        kindName = conflict.kind
        fieldName = conflict.field
        number = entry.number
        device = conflict.device
        let itemTitle =
            item?.title ?? title.flatMap { (conflict.mine[$0] ?? conflict.theirs[$0])?.text }
        // The definition of a field or a kind has no number that users see.
        let isDefinition = conflict.kind == Kind.definition.storedName
        self.item =
            isDefinition
            ? Message.definitionName(itemTitle ?? "", kinds)
            : Message.itemName(kind?.name ?? conflict.kind, entry.item, itemTitle)
        field =
            isWhole
            ? Message.wholeItem : isDefinition ? Message.definition : TerminalText(name)
        if isWhole {
            kept = fields.map { Message.shown($0, kind) } ?? Message.isDeleted
            lost = lostFields.map { Message.shown($0, kind) } ?? Message.isDeleted
            values = (
                fields.map { .object($0) } ?? .string(Message.isDeleted),
                lostFields.map { .object($0) } ?? .string(Message.isDeleted)
            )
        } else {
            let value = fields?.first { $0.name == name }?.value ?? .null
            let lostValue = Message.named(
                conflict.mine, fieldIndex.flatMap { index in kind.map { $0.fields[index] } })
            kept = item == nil ? Message.isDeleted : Message.shown(value, name, kind)
            lost = Message.shown(lostValue, name, kind)
            values = (item == nil ? .string(Message.isDeleted) : value, lostValue)
        }
    }

    /// Returns the values of an item, by the names of their fields.
    private static func members(of item: Item, _ kind: Kind) -> [JSON.Member] {
        item.values.indices.compactMap { index in
            let field = kind.fields[index]
            return item.values[index].map { JSON.Member(field.name, Message.named($0.json, field)) }
        }
    }

    /// Returns the text of a value; for nil, of the union of two sets.
    func text(of origin: ConflictOrigin?) -> TerminalText {
        switch origin {
        case .kept?: return kept
        case .lost?: return lost
        case nil:
            let sets = [values.kept, values.lost].map { json in
                Value.set((json.array ?? []).compactMap(\.text))
            }
            return Value.union(of: sets[0], sets[1]).map { "\($0)" } ?? kept
        }
    }

    /// Whether both values are sets of names, which can be united.
    var hasSets: Bool {
        guard let kind = kinds.stored.first(where: { $0.storedName == kindName }),
            let index = kind.index(ofStored: fieldName), case .set = kind.fields[index].content
        else { return false }
        return true
    }

    func value(_ origin: ConflictOrigin) -> JSON { origin == .kept ? values.kept : values.lost }

    /// Returns the device and the age of a value, to add to it: ` (phone, 5 minutes ago)`; empty if
    /// neither is known.
    func source(of value: ConflictOrigin, now: Timestamp) -> TerminalText {
        guard value == .kept else { return " (\(device), \(Message.age(of: lostAt, now: now)))" }
        var source = keptBy.map { [TerminalText($0)] } ?? []
        if let keptAt { source.append(Message.age(of: keptAt, now: now)) }
        return source.isEmpty ? "" : " (\(source.joined(separator: ", ")))"
    }
}
