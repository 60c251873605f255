package import TroveModel

extension Library {
    /// A thing of a kind that is the same as one with these values: by ISBN, else by title and
    /// creator.
    ///
    /// The first question reads the fields for it of all things of the kind. The kind itself is
    /// loaded only when something is likely found.
    ///
    /// - Parameters:
    ///   - values: one place for each field.
    ///   - kind: the kind that is asked about.
    ///   - number: a thing that does not count, such as the one that has the values.
    /// - Returns: nil when there is none.
    /// - Throws: what keeps the kind from being read.
    package func duplicate(
        of values: [Value?], kind: KindIndex, except number: ItemNumber? = nil
    ) throws(LibraryError) -> Duplicate? {
        if !isLoaded(kind) {
            if !catalog.hasDuplicateIndex(of: kind) {
                guard let key = catalog.duplicateKeys[kind] else { return nil }
                try indexDuplicates(of: kind, key.fields)
            }
            guard catalog.mayHaveDuplicate(of: values, kind: kind) else { return nil }
            try loadAll(kind)
        }
        return catalog.duplicate(of: values, kind: kind, except: number)
    }

    private func indexDuplicates(of kind: KindIndex, _ fields: [FieldIndex]) throws(LibraryError) {
        let (store, ofKind) = (stores[kind], catalog.kinds[kind])
        try looking {
            let statement = try store.prepareScan(of: fields)
            try catalog.indexDuplicates(of: kind) { take in
                var next: ItemNumber? = 0
                while let start = next {
                    var table = Table(kind: ofKind)
                    next = try store.scan(
                        statement, fields, after: start, limit: 2048, into: &table)
                    take(table)
                }
            }
        }
    }

    /// Notes those changes that are of things that are not loaded.
    func noteDuplicates(after changes: [Change]) throws {
        for change in changes where catalog.hasDuplicateIndex(of: change.kind) {
            if stores[change.kind].isLoaded(change.number) { continue }
            var values: [Value?]?
            if case .update(let fields) = change.action {
                let key = catalog.duplicateKeys[change.kind]
                guard fields.contains(where: { key?.includes($0.field) ?? false }) else { continue }
                values = try stores[change.kind].row(change.number)?.values
            }
            catalog.noteDuplicates(after: change, values)
        }
    }
}
