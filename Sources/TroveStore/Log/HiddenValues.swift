package import TroveModel

// After a change to the definition of a field, a stored value may no longer fit its type. Such a
// value is hidden, but stays in its column. When a command replaces it or deletes its item, the log
// keeps it, so that it returns when the command and the change to the definition are undone.

extension Change {
    /// Returns the change with values of the types that its fields have now, and without those that
    /// the fields cannot hold.
    package func fitting(_ kinds: Kinds) -> Change {
        let kind = kinds[self.kind]
        guard kind.hasOwnFields else { return self }
        func fitted(_ value: Value?, _ field: FieldIndex) -> Value? {
            value.flatMap { ValueCoding.converted($0, to: kind.fields[field].content) }
        }
        func fitted(_ values: [Value?]) -> [Value?] {
            zip(kind.fieldIndices, values).map { fitted($1, $0) }
        }
        let action: Action =
            switch self.action {
            case .create(let values): .create(fitted(values))
            case .delete(let values): .delete(fitted(values))
            case .update(let fields):
                .update(
                    fields.map {
                        FieldChange(
                            field: $0.field, before: fitted($0.before, $0.field),
                            after: fitted($0.after, $0.field))
                    })
            }
        return Change(kind: self.kind, number: number, id: id, action: action)
    }
}

extension RowStore {
    /// Returns an item with the values of its row that are hidden.
    func withHiddenValues(_ item: Item) throws -> Item {
        guard kind.hasOwnFields else { return item }
        var item = item
        for (field, value) in try hiddenValues(at: item.number) { item.values[field] = value }
        return item
    }

    /// Returns a change with the hidden values that it replaces or deletes, which the row still
    /// has.
    func withHiddenValues(_ change: Change) throws -> Change {
        guard kind.hasOwnFields else { return change }
        let action: Change.Action
        switch change.action {
        case .create: return change
        case .delete(let values):
            let hidden = try hiddenValues(at: change.number)
            guard !hidden.isEmpty else { return change }
            action = .delete(
                zip(kind.fieldIndices, values).map { field, value in value ?? hidden[field] })
        case .update(let fields):
            guard fields.contains(where: { $0.before == nil && kind.fields[$0.field].isOwn }) else {
                return change
            }
            let hidden = try hiddenValues(at: change.number)
            guard !hidden.isEmpty else { return change }
            action = .update(
                fields.map {
                    Change.FieldChange(
                        field: $0.field, before: $0.before ?? hidden[$0.field], after: $0.after)
                })
        }
        return Change(kind: change.kind, number: change.number, id: change.id, action: action)
    }
}
