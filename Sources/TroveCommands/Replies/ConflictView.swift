import TroveCodecs
package import TroveModel
package import TroveStore
package import TroveTerminal
import TroveWire

/// A conflict as a person sees it on this device.
package struct ConflictView {
    /// The kinds of the library; one of them is that of the item.
    package let kinds: Kinds
    /// What `conflicts` shows.
    package let number: Int
    /// `gem 4: Opal`
    package let thing: TerminalText
    /// The field, or that it is the whole item.
    package let field: TerminalText
    /// What stands, and stays where it is kept.
    package let kept: TerminalText
    /// What does not stand.
    package let lost: TerminalText
    /// The name of the device that wrote what lost.
    package let device: String
    /// Which of the two this device wrote; nil for neither.
    package let origin: ConflictOrigin?

    /// Shows a conflict about an item as it is now; nil where that is deleted.
    package init(
        _ entry: ConflictEntry, _ item: Item?, _ kinds: Kinds, origin: ConflictOrigin?
    ) {
        let conflict = entry.conflict
        let kind = kinds.all.first { $0.name == conflict.kind }
        let isWhole = conflict.field == Conflict.wholeEntry
        let fields = kind.flatMap { kind in
            item.map { item in
                item.values.indices.compactMap { index in
                    item.values[index].map { JSON.Member(kind.fields[index].name, $0.json) }
                }
            }
        }
        let title = kind.map { $0.fields[Kind.titleIndex].name }
        self.kinds = kinds
        self.origin = origin
        number = entry.number
        device = conflict.device
        thing = Message.thing(
            conflict.kind, entry.item, item?.title ?? title.flatMap { conflict.mine[$0]?.text })
        field = isWhole ? Message.wholeItem : TerminalText(conflict.field)
        if isWhole {
            kept = fields.map(Message.shown) ?? Message.isDeleted
            lost = conflict.mine.members.map(Message.shown) ?? Message.isDeleted
        } else {
            let value = fields?.first { $0.name == conflict.field }?.value ?? .null
            kept = item == nil ? Message.isDeleted : Message.shown(value)
            lost = Message.shown(conflict.mine)
        }
    }

    /// What `resolve N mine` gives; nil where this device wrote neither.
    package var mine: TerminalText? { origin.map { $0 == .kept ? kept : lost } }

    /// What `resolve N theirs` gives; nil where this device wrote neither.
    package var theirs: TerminalText? { origin.map { $0 == .kept ? lost : kept } }
}
