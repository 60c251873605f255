package import TroveModel

/// The library as it was at an earlier position of the change log.
extension Library {
    /// Whether this is a view of the past, which is never written.
    package var isPast: Bool { past != nil }

    /// Returns a view of the library as it was at a position of its log.
    ///
    /// The view shares the file with this library and starts with a copy of the loaded rows, of
    /// which only the changed columns are copied. The other rows are loaded when they are needed,
    /// and changed as they are read. It is valid until this library changes or stops reading.
    ///
    /// - Parameter position: a position of the log.
    /// - Returns: a library that is read-only and not connected to a server.
    /// - Throws: why the log cannot be read.
    package func asOf(_ position: LogPosition) throws(LibraryError) -> Library {
        try looking { try Library(of: self, as: try history.pastItems(at: position)) }
    }

    /// Compares items with what they were.
    ///
    /// - Parameter past: the items that have changed since.
    /// - Returns: the changes that lead from the past to now, one for each item, sorted by kind and
    ///   number; two for an item that was replaced by another one with its number.
    /// - Throws: why an item cannot be read.
    package func changes(since past: PastItems) throws(LibraryError) -> [Change] {
        var changes: [Change] = []
        for kind in catalog.kinds.storedIndices {
            for number in past.numbers[kind] {
                let now = try item(numbered: number, of: kind)
                let then = past[number, kind]?.item(number, of: kind, now: now)
                switch (then, now) {
                case (nil, nil): break
                case (nil, let now?): changes.append(.create(now))
                case (let then?, nil): changes.append(.delete(then))
                case (let then?, let now?) where then.id == now.id:
                    if let update = Change.update(from: then, to: now.values) {
                        changes.append(update)
                    }
                case (let then?, let now?): changes += [.delete(then), .create(now)]
                }
            }
        }
        return changes
    }

    /// Turns the loaded rows into those of the past.
    func revertLoadedRows(to past: PastItems) throws {
        catalog.dropChangeIndexes()
        for kind in catalog.kinds.storedIndices {
            let numbers = past.numbers[kind].filter { stores[kind].isLoaded($0) }
            guard !numbers.isEmpty else { continue }
            var changes: [Change] = []
            for number in numbers {
                let now = catalog.tables[kind].row(ofNumber: number)
                    .map { catalog.item(kind, at: $0) }
                let then = past[number, kind]?.item(number, of: kind, now: now)
                if let now, then?.id != now.id { changes.append(.delete(now)) }
                guard let then else { continue }
                if let now, now.id == then.id {
                    if let update = Change.update(from: now, to: then.values) {
                        changes.append(update)
                    }
                } else {
                    changes.append(.create(then))
                }
            }
            catalog.makeRoom(for: changes, of: kind)
            try catalog.apply(changes)
        }
    }
}
