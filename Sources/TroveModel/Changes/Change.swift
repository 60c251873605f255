/// The one thing that happens to a collection. Commands make changes, the catalog applies them, the
/// library file keeps them, and undo applies their inverses.
package struct Change: Sendable, Hashable {
    /// What happens to the thing, with all that taking it back needs.
    package enum Action: Sendable, Hashable {
        /// The thing comes to be, with these values. On undo it is deleted.
        case create([Value?])
        /// Fields get other values. On undo they get the former ones back.
        case update([FieldChange])
        /// The thing goes, and this is what it held. On undo it is created again, under its old
        /// number and identity.
        case delete([Value?])
    }

    /// One field's share of an update.
    package struct FieldChange: Sendable, Hashable {
        /// The position of the field in its kind.
        package let field: FieldIndex
        /// Nil where the field had no value.
        package let before: Value?
        /// Nil where the field is cleared.
        package let after: Value?

        package init(field: FieldIndex, before: Value?, after: Value?) {
            self.field = field
            self.before = before
            self.after = after
        }
    }

    /// The position of the thing's kind among the kinds.
    package let kind: KindIndex
    /// The thing's number in this library.
    package let number: ItemNumber
    /// The thing's lasting identity.
    package let id: ItemID
    /// What happens to it.
    package let action: Action

    package init(kind: KindIndex, number: ItemNumber, id: ItemID, action: Action) {
        self.kind = kind
        self.number = number
        self.id = id
        self.action = action
    }

    /// The change that takes this one back.
    package var inverse: Change {
        let inverse: Action =
            switch action {
            case .create(let values): .delete(values)
            case .delete(let values): .create(values)
            case .update(let fields):
                .update(
                    fields.map { FieldChange(field: $0.field, before: $0.after, after: $0.before) })
            }
        return Change(kind: kind, number: number, id: id, action: inverse)
    }
}

extension Change {
    /// The update that turns one state of a thing into another; nil when nothing differs.
    package static func update(from old: Item, to values: [Value?]) -> Change? {
        let fields = values.positions(of: FieldIndex.self).compactMap { index -> FieldChange? in
            old.values[index] == values[index]
                ? nil : FieldChange(field: index, before: old.values[index], after: values[index])
        }
        guard !fields.isEmpty else { return nil }
        return Change(kind: old.kind, number: old.number, id: old.id, action: .update(fields))
    }

    /// The change that makes a thing as it stands.
    package static func create(_ item: Item) -> Change {
        Change(kind: item.kind, number: item.number, id: item.id, action: .create(item.values))
    }

    /// The change that takes a thing away.
    package static func delete(_ item: Item) -> Change {
        Change(kind: item.kind, number: item.number, id: item.id, action: .delete(item.values))
    }
}

extension Change.Action {
    /// Whether a thing comes to be.
    package var isCreation: Bool {
        if case .create = self { true } else { false }
    }

    /// What it does to the thing, without the values.
    package var operation: Operation {
        switch self {
        case .create: .create
        case .update: .update
        case .delete: .delete
        }
    }
}
