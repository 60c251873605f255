import TroveCodecs
package import TroveModel
import TroveSQLite
import TroveWire

/// Why the value that lost a conflict cannot be set.
package enum ConflictObstacle: Error, Sendable {
    /// It breaks a rule of this version of the program.
    case breaksRule(RuleViolation, kind: Int)
    /// This version of the program does not know the field.
    case unknownField(String)
    /// This version of the program does not know the kind.
    case unknownKind(String)
    /// It is about a field of an item that is deleted.
    case isDeleted
}

/// Conflicts: what each decision would bring, and deciding.
extension Library {
    /// Which of a conflict's two values comes from this device.
    package enum ConflictOrigin: Sendable, Hashable {
        case kept
        case lost
    }

    /// Which of the two values this device wrote; nil when it wrote neither. What stands is told from
    /// the change log, what lost from the name of the device.
    package func origin(
        of entry: ConflictEntry, deviceName: String
    ) throws(LibraryError) -> ConflictOrigin? {
        let conflict = entry.conflict
        let isStanding = try looking {
            try entry.item.map { try isOwn(conflict.field, of: $0, id: conflict.entry) } ?? false
        }
        return isStanding ? .kept : conflict.device == deviceName ? .lost : nil
    }

    /// Drops a conflict, after the change that lets the value win that had lost; nil where what stands
    /// is kept.
    package func resolve(
        _ entry: ConflictEntry, with change: Change?, isAsked: Bool = false,
        _ authorship: Authorship
    ) throws(LibraryError) {
        try writing {
            if let change { try perform([change], isAsked: isAsked, authorship) }
            try replica.enqueue(
                QueuedOperation(
                    action: .delete, kind: Conflict.kind, id: entry.id, item: 0,
                    base: entry.version, fields: "{}", at: authorship.at))
        }
    }

    /// The change that lets the value win that had lost; nil when it stands already.
    package func change(
        toLostOf entry: ConflictEntry
    ) throws(LibraryError) -> Result<Change?, ConflictObstacle> {
        try looking {
            do throws(ConflictObstacle) {
                let conflict = entry.conflict
                guard
                    let kind = catalog.kinds.all.firstIndex(where: { $0.name == conflict.kind }),
                    let number = entry.item
                else { throw .unknownKind(conflict.kind) }
                let row: (id: ItemID, values: [Value?])?
                do { row = try stores[kind].row(number) } catch { throw .isDeleted }
                return .success(
                    try change(to: conflict, kind: kind, number: number, from: row?.values))
            } catch {
                return .failure(error)
            }
        }
    }

    private func change(
        to conflict: Conflict, kind: Int, number: Int, from row: [Value?]?
    ) throws(ConflictObstacle) -> Change? {
        let isWhole = conflict.field == Conflict.wholeEntry
        if isWhole, conflict.mine.isNull {
            return row.map {
                Change(kind: kind, number: number, id: conflict.entry, action: .delete($0))
            }
        }
        guard isWhole || row != nil else { throw .isDeleted }
        var values = row ?? catalog.kinds[kind].fields.map { _ in nil }
        let members =
            isWhole
            ? conflict.mine.members ?? [] : [JSON.Member(conflict.field, conflict.mine)]
        for member in members {
            guard let field = catalog.kinds[kind].index(ofField: member.name) else {
                throw .unknownField(member.name)
            }
            do throws(RuleViolation) {
                values[field] = try catalog.kinds[kind].fields[field].value(from: member.value)
            } catch {
                throw .breaksRule(error, kind: kind)
            }
        }
        do throws(RuleViolation) {
            try catalog.kinds[kind].check(values, after: row)
        } catch {
            throw .breaksRule(error, kind: kind)
        }
        guard let row else {
            return Change(kind: kind, number: number, id: conflict.entry, action: .create(values))
        }
        return Change.update(
            from: Item(kind: kind, number: number, id: conflict.entry, values: row), to: values)
    }

    /// Whether the last change of a field of an item, or of the item as a whole, was made in this
    /// library, and did not come from another device.
    private func isOwn(_ field: String, of number: Int, id: ItemID) throws -> Bool {
        let rows = try connection.prepare(
            """
            SELECT origin, action, fields FROM changes WHERE number = ?1 AND id = ?2
            ORDER BY seq DESC
            """)
        rows.bind(number, at: 1)
        rows.bind(blob: id.high, id.low, at: 2)
        while try rows.step() {
            if field != Conflict.wholeEntry, rows.text(1) != "delete" {
                let text = rows.text(2) ?? ""
                let json = try? JSON(parsing: Array(text.utf8), depthLimit: 32)
                guard json?[field] != nil else { continue }
            }
            return rows.isNull(0)
        }
        return false
    }
}
