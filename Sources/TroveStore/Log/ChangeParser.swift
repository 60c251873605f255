import TroveCodecs
import TroveModel
import TroveSQLite

/// Reads changes from the log with SQLite's JSON functions.
struct ChangeParser {
    private let kinds: Kinds
    private let values: Statement
    private let updates: Statement

    init(kinds: Kinds, connection: Connection) throws(SQLiteError) {
        self.kinds = kinds
        values = try connection.prepare("SELECT key, value FROM json_each(?1)")
        updates = try connection.prepare(
            "SELECT key, json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?1)"
        )
    }

    /// Returns the change in the current row of a selection of the log; nil for a kind that this
    /// version does not know.
    ///
    /// - Throws: `ChangeLog.BadEntry` for an invalid entry.
    func change(in row: Statement) throws -> Change? {
        guard let kindName = row.text(4),
            let kind = kinds.index(ofStored: kindName)
        else { return nil }
        let number = ItemNumber(row.integer(5))
        guard let words = row.words(6), number > 0, number < .limit else {
            throw ChangeLog.BadEntry(description: "a change of \(kindName) \(number) has no id")
        }
        let action: Change.Action
        do {
            action = try self.action(row.text(7) ?? "", row.text(8) ?? "", of: kinds[kind])
        } catch let error as SQLiteError where error.reason == .other {
            throw ChangeLog.BadEntry(
                description: "a change of \(kindName) \(number) is not JSON: \(error.message)")
        }
        return Change(
            kind: kind, number: number, id: ItemID(high: words.high, low: words.low),
            action: action)
    }

    private func action(_ name: String, _ json: String, of kind: Kind) throws -> Change.Action {
        switch Operation(rawValue: name) {
        case .create: .create(try parseValues(json, of: kind))
        case .delete: .delete(try parseValues(json, of: kind))
        case .update: .update(try parseUpdates(json, of: kind))
        case nil:
            throw ChangeLog.BadEntry(
                description: "a change of a \(kind.storedName) is a \"\(name)\"")
        }
    }

    private func parseValues(_ json: String, of kind: Kind) throws -> [Value?] {
        var parsed: [Value?] = kind.fields.map { _ in nil }
        values.bind(json, at: 1)
        defer { values.reset() }
        while try values.step() {
            guard let field = kind.index(ofField: values.text(0) ?? "") else { continue }
            parsed[field] = try read(values, 1, kind, field)
        }
        return parsed
    }

    private func parseUpdates(_ json: String, of kind: Kind) throws -> [Change.FieldChange] {
        var parsed: [Change.FieldChange] = []
        updates.bind(json, at: 1)
        defer { updates.reset() }
        while try updates.step() {
            guard let field = kind.index(ofField: updates.text(0) ?? "") else { continue }
            parsed.append(
                Change.FieldChange(
                    field: field, before: try read(updates, 1, kind, field),
                    after: try read(updates, 2, kind, field)))
        }
        return parsed
    }

    private func read(
        _ statement: Statement, _ column: Int32, _ kind: Kind, _ field: FieldIndex
    ) throws -> Value? {
        do throws(ValueCoding.Mismatch) {
            return try ValueCoding.read(statement, column, as: kind.fields[field].content)
        } catch {
            throw ChangeLog.BadEntry(
                description: "the log has \"\(error.found)\" as \(kind.fields[field].name)")
        }
    }
}
