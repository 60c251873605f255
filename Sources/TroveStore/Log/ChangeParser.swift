import TroveCodecs
import TroveModel
import TroveSQLite

/// Reads changes from the log.
struct ChangeParser {
    /// The kinds whose types the values have.
    let kinds: Kinds
    /// The names of the fields of each kind, in UTF-8.
    private let names: [[[UInt8]]]

    init(kinds: Kinds) {
        self.kinds = kinds
        names = kinds.stored.map { kind in kind.fields.map { Array($0.storedName.utf8) } }
    }

    /// Returns the change of an entry; nil for a kind that this version does not know.
    ///
    /// - Throws: `ChangeLog.BadEntry` for an invalid entry.
    func change(of entry: LogEntry) throws -> Change? {
        switch entry.source {
        case .row(let row): try change(in: row)
        case .batch(let batch, let head): try batch.change(head, kinds)
        }
    }

    /// Returns the change in the current row of a selection of `LogEntry.columns`.
    private func change(in row: Statement) throws -> Change? {
        guard let kindName = row.text(4),
            let kind = kinds.index(ofStored: kindName)
        else { return nil }
        let number = ItemNumber(row.integer(5))
        guard let words = row.words(6), number > 0, number < .limit else {
            throw ChangeLog.BadEntry(description: "a change of \(kindName) \(number) has no id")
        }
        let action: Change.Action
        do {
            action = try row.withText(8) { try self.action(row.text(7) ?? "", $0, of: kind) }
        } catch is JSON.Failure {
            throw ChangeLog.BadEntry(
                description: "a change of \(kindName) \(number) is not JSON")
        }
        return Change(
            kind: kind, number: number, id: ItemID(high: words.high, low: words.low),
            action: action)
    }

    private func action(
        _ name: String, _ json: Span<UInt8>, of kind: KindIndex
    ) throws -> Change.Action {
        switch Operation(rawValue: name) {
        case .create: .create(try values(json, of: kind))
        case .delete: .delete(try values(json, of: kind))
        case .update: .update(try updates(json, of: kind))
        case nil:
            throw ChangeLog.BadEntry(
                description:
                    "a change of a \(kinds[kind].storedName) has the unknown operation \"\(name)\"")
        }
    }

    private func values(_ json: Span<UInt8>, of kind: KindIndex) throws -> [Value?] {
        var values = [Value?](repeating: nil, count: kinds[kind].fields.count)
        try forEachField(of: json, kind) { field, json in
            values[field] = try value(json, kinds[kind], field)
        }
        return values
    }

    private func updates(_ json: Span<UInt8>, of kind: KindIndex) throws -> [Change.FieldChange] {
        var updates: [Change.FieldChange] = []
        try forEachField(of: json, kind) { field, json in
            let pair = json.array ?? []
            updates.append(
                Change.FieldChange(
                    field: field, before: try value(pair.first ?? .null, kinds[kind], field),
                    after: try value(pair.dropFirst().first ?? .null, kinds[kind], field)))
        }
        return updates
    }

    /// Passes the members that are fields of the kind to `body`.
    private func forEachField(
        of json: Span<UInt8>, _ kind: KindIndex, _ body: (FieldIndex, JSON) throws -> Void
    ) throws {
        let names = names[kind]
        // The log has the fields in the order of the kind.
        var next = 0
        try JSON.forEachMember(of: json) { name, value in
            for place in names.indices {
                let field = (next + place) % names.count
                guard Self.isSame(names[field], name) else { continue }
                next = field + 1
                return try body(FieldIndex(field), value)
            }
        }
    }

    private static func isSame(_ text: [UInt8], _ other: Span<UInt8>) -> Bool {
        guard text.count == other.count else { return false }
        for index in text.indices where text[index] != other[index] { return false }
        return true
    }

    private func value(
        _ json: JSON, _ kind: Kind, _ field: FieldIndex
    ) throws(ChangeLog.BadEntry) -> Value? {
        do throws(ValueCoding.Mismatch) {
            return try ValueCoding.read(json, as: kind.fields[field].content)
        } catch {
            try Self.allow(error.found, in: kind.fields[field])
            return ValueCoding.read(json)
        }
    }

    /// Returns a value of a batch if its field can hold it, or could before its definition changed.
    static func checked(
        _ value: Value?, of field: Field
    ) throws(ChangeLog.BadEntry) -> Value? {
        if let value, !ValueCoding.fits(value, field.content) {
            try allow(value.description, in: field)
        }
        return value
    }

    /// Allows a value that a field of the library cannot hold: its definition may have changed.
    /// Throws for any other field.
    private static func allow(
        _ found: String, in field: Field
    ) throws(ChangeLog.BadEntry) {
        guard !field.isOwn else { return }
        throw ChangeLog.BadEntry(
            description: "the log has the invalid value \"\(found)\" for \(field.name)")
    }
}
