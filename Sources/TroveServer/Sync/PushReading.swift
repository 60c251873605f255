import TroveModel
import TroveWire

/// What a push reads, in one call under the lock of the user.
struct PushReading {
    let scope: UserScope
    let now: Timestamp
    let entries: EntryRows
    let names: NameRows
    let ledger: Ledger
    let size = StoredSize.Counter()

    init(_ scope: UserScope, at now: Timestamp) {
        self.scope = scope
        self.now = now
        entries = EntryRows(scope, size: size)
        names = NameRows(scope, size: size)
        ledger = Ledger(scope, at: now, size: size)
    }

    /// Returns the statements, in the order in which `PushTransaction` takes their rows.
    func statements(of push: CheckedPush) throws(StoreFault) -> [any StoreRows] {
        var ids: [ItemID] = []
        var uniqueNames: [UniqueName] = []
        for checked in push.operations where checked.operation.action != .skip {
            ids.append(checked.operation.id)
            // The names of fields that the user has defined are read when they are needed.
            guard let kind = checked.kind, !kind.unique.isEmpty else { continue }
            uniqueNames += UniqueName.all(
                of: kind.unique, kind: checked.operation.kind, in: checked.members)
        }
        return [
            try scope.readingState(), try scope.readingAskingDevice(),
            try scope.readingMark(at: push.cursor.sequence), try OwnUniqueFields.reading(scope),
            try OwnUniqueFields.readingFollowed(scope), try entries.beginReading(ids),
            try names.beginReading(uniqueNames),
        ]
    }
}
