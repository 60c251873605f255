import TroveModel
import TroveSQLite
import TroveWire

extension PushTransaction {
    /// Creates an entry. What is there already is looked for only where the new one finds its place
    /// taken.
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

    /// A creation where there is an entry of this id: of a tombstone that the device knows it makes an
    /// entry again, of a living entry it is an update that saw nothing.
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

    /// What is answered where the entry holds what the operation says, and nothing else.
    private func created(_ operation: CheckedOperation) -> PushResult {
        let entry = Entry(
            kind: operation.operation.kind, id: operation.operation.id, version: version.sequence,
            isDeleted: false, fields: operation.members, by: device.name)
        return result(
            .applied, operation, version: version.sequence,
            entry: operation.isAsSent ? nil : entry)
    }

    // MARK: Names

    /// Refuses names that belong to other entries.
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

    func takeNames(_ values: [Value?], of operation: CheckedOperation) throws(SQLiteError) {
        guard let kind = operation.kind else { return }
        for field in kind.unique {
            guard case .text(let name)? = values[field] else { continue }
            try entries.take(name, kind: kind, field: field, for: operation.operation.id)
        }
    }

    func freeNames(_ values: [Value?], of operation: CheckedOperation) throws(SQLiteError) {
        guard let kind = operation.kind else { return }
        for field in kind.unique {
            guard case .text(let name)? = values[field] else { continue }
            try entries.free(name, kind: kind, field: field, of: operation.operation.id)
        }
    }
}
