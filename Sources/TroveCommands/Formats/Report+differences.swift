import TroveCodecs
import TroveModel

extension Report {
    /// Creates a table of the differences that `diff` shows, with one row for each field that has or
    /// had a value.
    init(_ differences: [ChangeReport], _ kinds: Kinds) {
        let rows = differences.flatMap { difference -> [[JSON]] in
            let kind = kinds[difference.item.kind]
            guard let action = difference.change?.action else { return [] }
            if difference.item.kind == kinds.definitions {
                return Definition.changes(by: action).map { property in
                    [
                        .string(kind.name), .integer(difference.item.number.rawValue),
                        .string(difference.item.title), .string(Message.difference(action)),
                        .string(property.name), property.before.map { .string($0) } ?? .null,
                        property.after.map { .string($0) } ?? .null,
                    ]
                }
            }
            return Self.fields(of: action).map { field in
                [
                    .string(kind.name), .integer(difference.item.number.rawValue),
                    .string(difference.item.title), .string(Message.difference(action)),
                    .string(kind.fields[field.field].name), field.before?.json ?? .null,
                    field.after?.json ?? .null,
                ]
            }
        }
        self.init(["kind", "number", "title", "change", "field", "before", "after"], rows)
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
