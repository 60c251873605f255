import TroveModel
import TroveWire

extension PushTransaction {
    mutating func create(_ operation: CheckedOperation) throws -> PushResult {
        let id = operation.operation.id
        guard state.entries < limits.entries else {
            guard let row = try entries.find(id), !row.isDeleted else {
                throw Rejection.quota(limits.entries)
            }
            return try create(operation, over: row)
        }
        let names = names(in: operation.members, of: operation)
        try check(names, of: id)
        if let row = try entries.find(id) { return try create(operation, over: row) }
        try checkDefinitions(with: operation)
        entries.insert(
            id, kind: operation.operation.kind, version, fields: fields(of: operation))
        for name in names { try nameRows.take(name, for: id) }
        state.entries += 1
        return created(operation)
    }

    /// Handles a creation whose ID is taken. A tombstone that the device knows becomes an entry
    /// again; for a living entry, the creation counts as an update.
    private mutating func create(
        _ operation: CheckedOperation, over row: EntryRow
    ) throws -> PushResult {
        try check(operation, isOfKindOf: row)
        guard row.isDeleted else {
            let result = try merge(operation, into: row)
            try withdrawDeletion(of: row, operation)
            return result
        }
        if hasUnseen(row, at: operation.operation.base) {
            return try conflict(of: operation, withTombstone: row)
        }
        let id = operation.operation.id
        let names = names(in: operation.members, of: operation)
        try check(names, of: id)
        try checkDefinitions(with: operation)
        entries.replace(id, row, version, versions: nil, fields: fields(of: operation))
        for name in names { try nameRows.take(name, for: id) }
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
}
