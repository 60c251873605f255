import TroveModel
import TroveSQLite
import TroveWire

extension PushTransaction {
    /// Creates an entry. Looks for an existing entry only if the insertion fails.
    mutating func create(_ operation: CheckedOperation) throws -> PushResult {
        let id = operation.operation.id
        guard state.entries < limits.entries else {
            guard let row = try entries.find(id), !row.isDeleted else {
                throw Rejection.quota(limits.entries)
            }
            return try create(operation, over: row)
        }
        try checkNames(operation.values, of: operation)
        try fields(of: operation) { fields in
            try entries.insert(id, kind: operation.operation.kind, version, fields: fields)
        }
        guard scope.changes == 1 else {
            guard let row = try entries.find(id) else { throw EntryRow.Damage(id: id) }
            return try create(operation, over: row)
        }
        try takeNames(operation.values, of: operation)
        state.entries += 1
        return created(operation)
    }

    /// Handles a creation whose ID is taken. A tombstone that the device knows becomes an entry
    /// again; for a living entry, the creation counts as an update of a device that saw nothing.
    private mutating func create(
        _ operation: CheckedOperation, over row: EntryRow
    ) throws -> PushResult {
        try check(operation, isOfKindOf: row)
        guard row.isDeleted else { return try merge(operation, into: row) }
        if hasUnseen(row, at: operation.operation.base) {
            return try conflict(of: operation, withTombstone: row)
        }
        try checkNames(operation.values, of: operation)
        try fields(of: operation) { fields in
            try entries.replace(
                operation.operation.id, row, version, versions: nil, fields: fields)
        }
        try takeNames(operation.values, of: operation)
        state.entries += 1
        return created(operation)
    }

    /// Returns the result for an entry that holds exactly what the operation says.
    private func created(_ operation: CheckedOperation) -> PushResult {
        let entry = Entry(
            kind: operation.operation.kind, id: operation.operation.id, version: version.sequence,
            isDeleted: false, fields: operation.members, by: device.name)
        return result(
            .applied, operation, version: version.sequence,
            entry: operation.isAsSent ? nil : entry)
    }

    // MARK: Names

    /// Throws a rejection if a unique name belongs to another entry.
    func checkNames(_ values: [Value?], of operation: CheckedOperation) throws {
        guard let kind = operation.kind else { return }
        for field in kind.unique {
            guard case .text(let name)? = values[field],
                policy.isTaken(
                    by: try entries.owner(of: name, kind: kind, field: field),
                    for: operation.operation.id)
            else { continue }
            throw Rejection.nameTaken(field: kind.kind.fields[field].name, name)
        }
    }

    /// Reserves the operation's values of unique fields.
    func takeNames(_ values: [Value?], of operation: CheckedOperation) throws(SQLiteError) {
        guard let kind = operation.kind else { return }
        for field in kind.unique {
            guard case .text(let name)? = values[field] else { continue }
            try entries.take(name, kind: kind, field: field, for: operation.operation.id)
        }
    }

    /// Releases the operation's values of unique fields.
    func freeNames(_ values: [Value?], of operation: CheckedOperation) throws(SQLiteError) {
        guard let kind = operation.kind else { return }
        for field in kind.unique {
            guard case .text(let name)? = values[field] else { continue }
            try entries.free(name, kind: kind, field: field, of: operation.operation.id)
        }
    }
}
