import TroveModel
import TroveStore
import TroveTerminal

/// The values in fields whose definitions a command changes. It converts those that the new
/// definitions can hold, and warns about the others.
struct FormerValues {
    private let context: any CommandContext
    /// The items with a value, by the subjects of the definitions of the fields.
    private var holders: [String: [Holder]] = [:]

    private struct Holder {
        let number: ItemNumber
        let value: Value
    }

    /// Notes the values before the definitions change.
    init(of changes: [Change], in context: any CommandContext) throws {
        self.context = context
        for change in changes {
            guard case .update = change.action,
                let item = try context.library.item(numbered: change.number, of: change.kind),
                let definition = Definition(values: item.values),
                let place = try place(of: definition.subject)
            else { continue }
            let table = context.library.catalog.tables[place.kind]
            let rows = table.rows(matching: .not(.isAbsent(field: place.field)))
            holders[definition.subject] = rows.compactMap { row in
                table.value(place.field, at: row).map {
                    Holder(number: table.number(at: row), value: $0)
                }
            }
        }
    }

    /// Returns the changes that convert stored values to the new type of their field: the text `12`
    /// becomes the number 12.
    func conversions() throws -> [Change] {
        try holders.sorted { $0.key < $1.key }.flatMap { subject, former -> [Change] in
            guard let place = try place(of: subject) else { return [] }
            let field = context.kinds[place.kind].fields[place.field]
            let table = context.library.catalog.tables[place.kind]
            guard !field.isRetired, field.role != .photo else { return [] }
            return former.compactMap { holder in
                guard let row = table.row(ofNumber: holder.number),
                    table.value(place.field, at: row) == nil,
                    let value = try? field.parse("\(holder.value)", namedDay: { _ in nil })
                else { return nil }
                return Change(
                    kind: place.kind, number: holder.number, id: table.id(at: row),
                    action: .update([.init(field: place.field, before: nil, after: value)]))
            }
        }
    }

    /// Returns the warnings about values that do not fit the definitions as they are now.
    func warnings() throws -> [TerminalText] {
        try holders.sorted { $0.key < $1.key }.compactMap { subject, former in
            guard let place = try place(of: subject) else { return nil }
            let kind = context.kinds[place.kind]
            let field = kind.fields[place.field]
            guard !field.isRetired, !kind.isRetired else { return nil }
            let table = context.library.catalog.tables[place.kind]
            let hidden = former.count { holder in
                table.row(ofNumber: holder.number)
                    .map { table.value(place.field, at: $0) == nil } ?? false
            }
            if hidden > 0 { return Message.hiddenValues(hidden, of: field, kind) }
            let misfits = table.rows.count { row in
                guard table.isAlive(row), let value = table.value(place.field, at: row) else {
                    return false
                }
                return (try? field.value(from: value.json)) == nil
            }
            if misfits > 0 { return Message.misfits(misfits, of: field, kind) }
            let shared = field.isUnique ? sharedValues(of: place.field, table) : 0
            return shared > 0 ? Message.sharedValues(shared, of: field, kind) : nil
        }
    }

    /// Returns the number of items whose value of a field another item has, too.
    private func sharedValues(of field: FieldIndex, _ table: Table) -> Int {
        var counts: [[UInt8]: Int] = [:]
        for row in table.rows where table.isAlive(row) {
            guard case .text(let text)? = table.value(field, at: row) else { continue }
            counts[Folding.name(text), default: 0] += 1
        }
        return counts.values.filter { $0 > 1 }.reduce(0, +)
    }

    /// Returns the kind and the field of a definition, with the rows of the kind loaded; nil for a
    /// definition of a kind.
    private func place(of subject: String) throws -> (kind: KindIndex, field: FieldIndex)? {
        let definition = Definition(subject: subject, text: "")
        guard let name = definition.field,
            let kind = context.kinds.index(ofStored: definition.kind),
            let field = context.kinds[kind].index(ofStored: name)
        else { return nil }
        try context.library.loadAll(kind)
        return (kind, field)
    }
}
