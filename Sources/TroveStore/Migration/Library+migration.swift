package import TroveModel
import TroveSQLite

/// Converting the items of earlier versions.
extension Library {
    /// Converts the items that earlier versions wrote, as one command in the open transaction,
    /// which it begins if necessary.
    ///
    /// - Returns: what was done; nil if there was nothing to do.
    /// - Throws: why the library cannot be read or written.
    package func migrate(
        _ authorship: Authorship
    ) throws(LibraryError) -> ItemMigration.Summary? {
        guard mayNeedMigration, !isReadOnly else { return nil }
        try begin()
        // Another shell may have done it.
        let values = try looking { try Schema.conventions(in: replica.meta) < Schema.conventions }
        if values { try looking { try adoptAll(at: authorship.at) } }
        var migration = ItemMigration(library: self)
        let summary = try migration.run(values, authorship)
        if values {
            try looking {
                try Schema.write(conventions: Schema.conventions, in: replica.meta)
                try replica.meta.set(MetaTable.Key.earlierKinds, nil)
            }
        }
        mayNeedMigration = false
        return summary.isEmpty ? nil : summary
    }

    /// Finds out whether the file has items of replaced kinds, or values of earlier versions.
    func readNeedOfMigration() throws {
        guard !isReadOnly else { return }
        mayNeedMigration = try Schema.conventions(in: replica.meta) < Schema.conventions
        for kind in catalog.kinds.retired where !mayNeedMigration {
            let name = Schema.quoted(catalog.kinds[kind].storedName)
            mayNeedMigration =
                try database.integer("SELECT EXISTS (SELECT 1 FROM \(name))") == 1
        }
    }

    /// Notes that items of a replaced kind have arrived, from a device with an earlier version or
    /// from a snapshot.
    func noteArrivals(_ changes: [Change]) {
        guard !mayNeedMigration else { return }
        mayNeedMigration = changes.contains { change in
            change.action.isCreation && catalog.kinds.retired.contains(change.kind)
        }
    }

    /// Notes that changes from a device with an earlier version or from a snapshot have values that
    /// `migrate` converts. They are part of the open transaction.
    ///
    /// - Throws: why the library cannot be written.
    package func noteEarlierValues(in changes: [Change]) throws(LibraryError) {
        guard changes.contains(where: { isEarlier($0) }) else { return }
        mayNeedMigration = true
        // Another shell, or the next session, may be the one that converts them.
        try looking { try Schema.write(conventions: 0, in: replica.meta) }
    }

    private func isEarlier(_ change: Change) -> Bool {
        let kind = catalog.kinds[change.kind]
        switch change.action {
        case .create(let values):
            return kind.fieldIndices.contains {
                ItemMigration.converted(values[$0], of: kind.fields[$0]) != nil
            }
        case .update(let fields):
            return fields.contains {
                ItemMigration.converted($0.after, of: kind.fields[$0.field]) != nil
            }
        case .delete: return false
        }
    }
}
