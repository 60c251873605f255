import TroveModel
import TroveStore
import TroveTerminal

/// The values in fields whose definitions a command changes. It warns about those that do not fit
/// the new definitions.
struct FormerValues {
    private let context: any CommandContext
    /// The numbers of the items with a value, by the subjects of the definitions of the fields.
    private var holders: [String: [ItemNumber]] = [:]

    /// Notes which items have a value before the definitions change.
    init(of changes: [Change], in context: any CommandContext) throws {
        self.context = context
        for change in changes {
            guard case .update = change.action,
                let item = try context.library.item(numbered: change.number, of: change.kind),
                let definition = Definition(values: item.values),
                let place = try place(of: definition.subject)
            else { continue }
            let table = context.library.catalog.tables[place.kind]
            holders[definition.subject] =
                table.rows(matching: .not(.isAbsent(field: place.field))).map(table.number(at:))
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
            let hidden = former.count { number in
                table.row(ofNumber: number).map { table.value(place.field, at: $0) == nil } ?? false
            }
            if hidden > 0 { return Message.hiddenValues(hidden, of: field, kind) }
            let misfits = table.rows.count { row in
                guard table.isAlive(row), let value = table.value(place.field, at: row) else {
                    return false
                }
                return (try? field.value(from: value.json)) == nil
            }
            return misfits > 0 ? Message.misfits(misfits, of: field, kind) : nil
        }
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
