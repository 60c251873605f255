import TroveCodecs
import TroveModel
import TroveSQLite

/// Reads changes from the log.
struct ChangeParser {
    let kinds: Kinds

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
        let members: [JSON.Member]
        do throws(JSON.Failure) {
            members = try row.withText(8) { text throws(JSON.Failure) in
                try JSON(parsing: text).members ?? []
            }
        } catch {
            throw ChangeLog.BadEntry(
                description: "a change of \(kindName) \(number) is not JSON")
        }
        return Change(
            kind: kind, number: number, id: ItemID(high: words.high, low: words.low),
            action: try action(row.text(7) ?? "", members, of: kinds[kind]))
    }

    private func action(
        _ name: String, _ members: [JSON.Member], of kind: Kind
    ) throws(ChangeLog.BadEntry) -> Change.Action {
        switch Operation(rawValue: name) {
        case .create: .create(try values(members, of: kind))
        case .delete: .delete(try values(members, of: kind))
        case .update: .update(try updates(members, of: kind))
        case nil:
            throw ChangeLog.BadEntry(
                description: "a change of a \(kind.storedName) is a \"\(name)\"")
        }
    }

    private func values(
        _ members: [JSON.Member], of kind: Kind
    ) throws(ChangeLog.BadEntry) -> [Value?] {
        var values = [Value?](repeating: nil, count: kind.fields.count)
        for member in members {
            guard let field = kind.index(ofField: member.name) else { continue }
            values[field] = try value(member.value, kind, field)
        }
        return values
    }

    private func updates(
        _ members: [JSON.Member], of kind: Kind
    ) throws(ChangeLog.BadEntry) -> [Change.FieldChange] {
        var updates: [Change.FieldChange] = []
        for member in members {
            guard let field = kind.index(ofField: member.name) else { continue }
            let pair = member.value.array ?? []
            updates.append(
                Change.FieldChange(
                    field: field, before: try value(pair.first ?? .null, kind, field),
                    after: try value(pair.dropFirst().first ?? .null, kind, field)))
        }
        return updates
    }

    private func value(
        _ json: JSON, _ kind: Kind, _ field: FieldIndex
    ) throws(ChangeLog.BadEntry) -> Value? {
        do throws(ValueCoding.Mismatch) {
            return try ValueCoding.read(json, as: kind.fields[field].content)
        } catch {
            throw ChangeLog.BadEntry(
                description: "the log has \"\(error.found)\" as \(kind.fields[field].name)")
        }
    }
}
