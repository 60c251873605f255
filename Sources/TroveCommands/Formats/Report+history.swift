import TroveCodecs
import TroveModel
import TroveStore

extension Report {
    /// Creates a table of the differences that `diff` shows, with one row for each field that has
    /// or had a value. With `isForUsers`, values are as users see them.
    init(_ differences: [ChangeReport], _ kinds: Kinds, isForUsers: Bool) {
        let rows = differences.flatMap { difference -> [[JSON]] in
            let item = difference.item
            guard let action = difference.change?.action else { return [] }
            return Self.fields(of: action, item.kind, kinds, isForUsers).map { field in
                [
                    .string(kinds[item.kind].name), .number(of: item.number, item.kind, kinds),
                    .string(item.title), .string(Message.difference(action)),
                ] + field
            }
        }
        self.init(["kind", "number", "title", "change"] + Self.fieldColumns, rows)
    }

    /// Creates a table of commands of the log, with one row for each field that they changed. With
    /// `isForUsers`, values are as users see them.
    init(_ log: [CommandRecord], _ kinds: Kinds, isForUsers: Bool) {
        let rows = log.flatMap { record -> [[JSON]] in
            let command: [JSON] = [
                .integer(record.id.rawValue),
                record.reverts.map { .integer($0.rawValue) } ?? .null,
                .string(record.at.description), .string(record.by),
            ]
            return record.changes.flatMap { change in
                let item: [JSON] = [
                    .string(kinds[change.kind].name),
                    .number(of: change.number, change.kind, kinds),
                    .string(Message.difference(change.action)),
                ]
                return Self.fields(of: change.action, change.kind, kinds, isForUsers)
                    .map { command + item + $0 }
            }
        }
        self.init(
            ["command", "reverts", "at", "by", "kind", "number", "change"] + Self.fieldColumns, rows
        )
    }

    init(_ snapshots: [Snapshot]) {
        self.init(
            ["name", "at", "bytes"],
            snapshots.map {
                [.string($0.name), .string($0.at.description), .integer($0.size)]
            })
    }

    private static let fieldColumns = ["field", "before", "after"]

    /// Returns the fields that a change sets or that a deletion removes, or the properties of a
    /// definition, in `fieldColumns`.
    private static func fields(
        of action: Change.Action, _ kind: KindIndex, _ kinds: Kinds, _ isForUsers: Bool
    ) -> [[JSON]] {
        if kind == kinds.definitions {
            return Definition.changes(by: action).map { property in
                [
                    .string(property.name), property.before.map { .string($0) } ?? .null,
                    property.after.map { .string($0) } ?? .null,
                ]
            }
        }
        return fields(of: action).map { change in
            let field = kinds[kind].fields[change.field]
            func json(_ value: Value?) -> JSON {
                guard let value else { return .null }
                return .string(isForUsers ? field.shown(value) : value.description)
            }
            return [.string(field.name), json(change.before), json(change.after)]
        }
    }

    private static func fields(of action: Change.Action) -> [Change.FieldChange] {
        switch action {
        case .update(let fields): return fields
        case .create(let values), .delete(let values):
            return values.positions(of: FieldIndex.self).compactMap { field in
                guard let value = values[field] else { return nil }
                return Change.FieldChange(
                    field: field, before: action.isDeletion ? value : nil,
                    after: action.isDeletion ? nil : value)
            }
        }
    }
}

extension JSON {
    /// The number of an item; null for a definition, whose number no command takes.
    static func number(of number: ItemNumber, _ kind: KindIndex, _ kinds: Kinds) -> JSON {
        kind == kinds.definitions ? .null : .integer(number.rawValue)
    }
}
