/// An edit of one item, with its inverse. Commands make changes, the catalog applies them, the
/// library file stores them, and undo applies their inverses.
package struct Change: Sendable, Hashable {
    /// What the change does, with everything that its inverse needs.
    package enum Action: Sendable, Hashable {
        /// Creates the item with these values. The inverse deletes it.
        case create([Value?])
        /// Changes fields. The inverse restores their former values.
        case update([FieldChange])
        /// Deletes the item, which had these values. The inverse creates it with its old number and
        /// id.
        case delete([Value?])
    }

    /// The change of one field in an update.
    package struct FieldChange: Sendable, Hashable {
        /// The position of the field in its kind.
        package let field: FieldIndex
        /// The old value; nil for none.
        package let before: Value?
        /// The new value; nil to clear the field.
        package let after: Value?

        /// Creates the change of a field.
        package init(field: FieldIndex, before: Value?, after: Value?) {
            self.field = field
            self.before = before
            self.after = after
        }
    }

    /// The kind of the item.
    package let kind: KindIndex
    /// The item's number in this library.
    package let number: ItemNumber
    /// The item's id, the same on every device.
    package let id: ItemID
    /// What the change does.
    package let action: Action

    /// Creates a change.
    package init(kind: KindIndex, number: ItemNumber, id: ItemID, action: Action) {
        self.kind = kind
        self.number = number
        self.id = id
        self.action = action
    }

    /// The change that reverts this one.
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
    /// Returns the update that gives an item new values; nil if none differ.
    package static func update(from old: Item, to values: [Value?]) -> Change? {
        let fields = values.positions(of: FieldIndex.self).compactMap { index -> FieldChange? in
            old.values[index] == values[index]
                ? nil : FieldChange(field: index, before: old.values[index], after: values[index])
        }
        guard !fields.isEmpty else { return nil }
        return Change(kind: old.kind, number: old.number, id: old.id, action: .update(fields))
    }

    /// Returns the change that creates an item as it is.
    package static func create(_ item: Item) -> Change {
        Change(kind: item.kind, number: item.number, id: item.id, action: .create(item.values))
    }

    /// Returns the change that deletes an item.
    package static func delete(_ item: Item) -> Change {
        Change(kind: item.kind, number: item.number, id: item.id, action: .delete(item.values))
    }
}

extension Change.Action {
    /// Whether the change creates an item.
    package var isCreation: Bool {
        if case .create = self { true } else { false }
    }

    /// Whether the change deletes an item.
    package var isDeletion: Bool {
        if case .delete = self { true } else { false }
    }

    /// The kind of operation, without the values.
    package var operation: Operation {
        switch self {
        case .create: .create
        case .update: .update
        case .delete: .delete
        }
    }
}
