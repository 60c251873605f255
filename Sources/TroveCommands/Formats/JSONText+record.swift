import TroveCodecs
import TroveModel
import TroveStore

extension JSONText {
    mutating func append(_ record: CommandRecord, _ kinds: Kinds) {
        append("{\"command\":\(record.id)")
        if let reverts = record.reverts { append(",\"reverts\":\(reverts)") }
        append(",\"at\":")
        append(string: record.at.description)
        append(",\"by\":")
        append(string: record.by)
        append(",\"changes\":[")
        for (index, change) in record.changes.enumerated() {
            if index > 0 { append(",") }
            append("{\"number\":")
            append(JSON.number(of: change.number, change.kind, kinds))
            append(",\"kind\":")
            append(string: kinds[change.kind].name)
            if change.kind == kinds.definitions {
                append(definition: change.action)
            } else {
                append(change.action, of: kinds[change.kind])
            }
            append("}")
        }
        append("]}")
    }

    /// Appends members: `,"action":"create","fields":{"title":"Dune"}`. The fields of an update
    /// have the values before and after.
    mutating func append(_ action: Change.Action, of kind: Kind) {
        append(",\"action\":")
        append(string: action.operation.rawValue)
        append(",\"fields\":")
        appendFields(of: action, kind)
    }

    /// Appends members with the properties that a change of a definition changes.
    mutating func append(definition action: Change.Action) {
        append(",\"action\":")
        append(string: action.operation.rawValue)
        append(",\"fields\":")
        func json(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
        let members = Definition.changes(by: action).map { property in
            let value: JSON =
                switch action {
                case .create: json(property.after)
                case .delete: json(property.before)
                case .update: .array([json(property.before), json(property.after)])
                }
            return JSON.Member(property.name, value)
        }
        append(JSON.object(members))
    }

    private mutating func appendFields(of action: Change.Action, _ kind: Kind) {
        append("{")
        var isFirst = true
        func begin(_ field: FieldIndex) {
            if !isFirst { append(",") }
            isFirst = false
            append(string: kind.fields[field].name)
            append(":")
        }
        switch action {
        case .create(let values), .delete(let values):
            for field in values.positions(of: FieldIndex.self) {
                guard let value = values[field] else { continue }
                begin(field)
                append(value: value)
            }
        case .update(let fields):
            for field in fields {
                begin(field.field)
                append("[")
                append(value: field.before)
                append(",")
                append(value: field.after)
                append("]")
            }
        }
        append("}")
    }
}
