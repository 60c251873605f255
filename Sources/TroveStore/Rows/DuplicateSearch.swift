package import TroveModel

/// The search for duplicate items: by ISBN, else by title and distinguishing value.
package struct DuplicateSearch {
    let library: Library

    /// Finds the duplicate of an item.
    ///
    /// The first searches of a kind read the titles of all its items in the file. If more follow,
    /// the compared fields are indexed; items that are not loaded are then read one by one if a
    /// match is likely.
    ///
    /// - Parameters:
    ///   - values: one value for each field.
    ///   - kind: the kind to search.
    ///   - isTitleEnough: whether an item with the same title is a duplicate if only one of the two
    ///     has a distinguishing value, such as an author.
    ///   - number: an item to leave out, such as the one that has the values.
    /// - Returns: the duplicate; nil if there is none.
    /// - Throws: why the kind cannot be read.
    package func first(
        of values: [Value?], kind: KindIndex, isTitleEnough: Bool = false,
        except number: ItemNumber? = nil
    ) throws(LibraryError) -> Duplicate? {
        try first(of: values, kind: kind, isTitleEnough: isTitleEnough) { $0 != number }
    }

    /// Finds the duplicate of an item among those whose number satisfies a condition, which must
    /// not use the library; otherwise like `first(of:kind:isTitleEnough:except:)`. `fingerprint` is
    /// that of the values, if it is known. With `keepingMarks`, names that differ in accents or
    /// other marks are different.
    package func first(
        of values: [Value?], kind: KindIndex, fingerprint: DuplicateFingerprint? = nil,
        isTitleEnough: Bool = false, keepingMarks: Bool = false,
        where isCandidate: (ItemNumber) -> Bool
    ) throws(LibraryError) -> Duplicate? {
        let store = library.stores[kind]
        if let (key, probe) = probe(for: values, in: store, kind) {
            store.duplicateScans += 1
            let candidates = DuplicateCandidates(
                probe: probe, key: key, kind: library.catalog.kinds[kind])
            let table = try library.looking { try candidates.table(in: store) }
            return key.duplicate(
                of: values, in: table, isTitleEnough: isTitleEnough, keepingMarks: keepingMarks,
                where: isCandidate)
        }
        try prepare(kind)
        let key = library.catalog.duplicateKey(of: kind)
        return try library.looking {
            try library.catalog.duplicate(
                of: values, kind: kind, fingerprint: fingerprint, isTitleEnough: isTitleEnough,
                keepingMarks: keepingMarks, where: isCandidate
            ) { number in
                guard !store.isLoaded(number) else { return nil }
                return try key.flatMap { try store.values(comparing: $0, at: number) }
            }
        }
    }

    /// The number of searches that read the titles in the file before the kind is indexed. Indexing
    /// costs as much as some forty of them.
    private static let maximumScans = 8

    /// Returns the probe for a search that reads the titles in the file; nil for one that uses the
    /// index.
    private func probe(
        for values: [Value?], in store: RowStore, _ kind: KindIndex
    ) -> (DuplicateKey, DuplicateProbe)? {
        guard store.duplicateScans < Self.maximumScans, !library.isPast, !store.mayLackColumns,
            !library.catalog.hasDuplicateIndex(of: kind),
            let key = library.catalog.duplicateKey(of: kind), let probe = key.probe(for: values)
        else { return nil }
        return (key, probe)
    }

    /// Returns whether an item with these hashes may have a duplicate. It compares hashes only, so
    /// false positives are possible. Until the kind is indexed the result is true.
    package func mayExist(
        _ fingerprint: DuplicateFingerprint, kind: KindIndex, isTitleEnough: Bool
    ) -> Bool {
        library.catalog.mayHaveDuplicate(fingerprint, kind: kind, isTitleEnough: isTitleEnough)
    }

    /// Returns whether an item with this number or a higher one may be a duplicate of another;
    /// otherwise like `mayExist(_:kind:isTitleEnough:)`.
    package func mayExist(
        _ fingerprint: DuplicateFingerprint, kind: KindIndex, from number: ItemNumber
    ) -> Bool {
        library.catalog.mayHaveDuplicate(fingerprint, kind: kind, from: number)
    }

    /// Adds an item to the index. `Library.add` then creates it, in the same transaction.
    package func note(_ fingerprint: DuplicateFingerprint, kind: KindIndex, number: ItemNumber) {
        library.catalog.noteDuplicates(of: fingerprint, kind: kind, number: number)
    }

    /// Makes an item known before it is created. The change that creates it must follow in the same
    /// transaction.
    package func announce(
        _ fingerprint: DuplicateFingerprint, kind: KindIndex, number: ItemNumber
    ) {
        // The change may not follow if the rehearsed command fails.
        library.rehearsal?.staleKinds.insert(kind)
        library.catalog.announce(fingerprint, kind: kind, number: number)
    }

    /// Indexes a kind unless it is indexed, or loaded, so that the catalog can do it.
    private func prepare(_ kind: KindIndex) throws(LibraryError) {
        if library.isPast { try library.loadAll(kind) }
        guard !library.isLoaded(kind), !library.catalog.hasDuplicateIndex(of: kind),
            let key = library.catalog.duplicateKey(of: kind)
        else { return }
        try index(kind, key.fields)
    }

    private func index(_ kind: KindIndex, _ fields: [FieldIndex]) throws(LibraryError) {
        let (store, ofKind) = (library.stores[kind], library.catalog.kinds[kind])
        try library.looking {
            let statement = try store.prepareScan(of: fields)
            try library.catalog.indexDuplicates(of: kind) { take in
                var next: ItemNumber? = 0
                var merge: PastMerge?
                while let start = next {
                    var table = Table(kind: ofKind)
                    next = try store.scan(
                        statement, fields, after: start, limit: 2048, &merge, into: &table)
                    take(table)
                }
            }
        }
    }

    /// Updates the index for changes to items that are not loaded. The catalog handles the others.
    func note(_ changes: [Change]) throws {
        for change in changes where library.catalog.hasDuplicateIndex(of: change.kind) {
            if library.stores[change.kind].isLoaded(change.number) { continue }
            var values: [Value?]?
            if case .update(let fields) = change.action {
                let key = library.catalog.duplicateKey(of: change.kind)
                guard fields.contains(where: { key?.includes($0.field) ?? false }) else { continue }
                values = try library.stores[change.kind].row(change.number)?.values
            }
            library.catalog.noteDuplicates(after: change, values)
        }
    }
}
