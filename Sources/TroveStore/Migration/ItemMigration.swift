import TroveCodecs
package import TroveModel
import TroveSQLite

/// Converts items that earlier versions wrote: those of replaced kinds, and values in an earlier
/// notation.
///
/// All changes are one command, so that one undo reverts them. They are queued for the server, not
/// refused. New ids derive from the old ones: two devices that convert the same item create the
/// same new item, which the server merges.
package struct ItemMigration {
    /// What a migration did.
    package struct Summary: Sendable, Equatable {
        /// The items of replaced kinds that became items of another kind in this state.
        package var replaced: [Outcome: Int] = [:]
        /// The items of replaced kinds that the library already had.
        package var dropped = 0
        /// The items that got the state in which new items begin.
        package var stated = 0
        /// The numbers that were written in the canonical notation.
        package var renumbered = 0

        /// What an item of a replaced kind became.
        package struct Outcome: Sendable, Hashable {
            /// The kind of the new item.
            package let kind: KindIndex
            /// The short name of its state; nil for a record.
            package let rung: String?
        }

        /// Whether nothing was changed.
        package var isEmpty: Bool {
            replaced.isEmpty && dropped == 0 && stated == 0 && renumbered == 0
        }
    }

    private let library: Library
    private var summary = Summary()
    private var changes: [Change] = []
    /// The hashes of the items that the migration creates, by kind.
    private var created: [KindIndex: Set<Int>] = [:]
    /// For each kind, the ids of the items that replace those of a replaced kind.
    private var ids: [KindIndex: Set<ItemID>] = [:]

    init(library: Library) {
        self.library = library
    }

    private var kinds: Kinds { library.catalog.kinds }

    /// Converts everything that needs it, in the open transaction.
    ///
    /// - Returns: what it did.
    /// - Throws: why the library cannot be read or written.
    mutating func run(
        _ values: Bool, _ authorship: Authorship
    ) throws(LibraryError) -> Summary {
        for kind in kinds.retired { try replaceItems(of: kind) }
        if values {
            for kind in kinds.indices { try convertValues(of: kind) }
        }
        try library.perform(changes, authorship)
        return summary
    }

    // MARK: Replaced kinds

    private mutating func replaceItems(of old: KindIndex) throws(LibraryError) {
        guard let replacement = kinds[old].replacement,
            let new = kinds.index(named: replacement.kind)
        else { return }
        try library.loadAll(old)
        let table = library.catalog.tables[old]
        guard table.count > 0 else { return }
        try library.loadAll(new)
        for row in table.rows where table.isAlive(row) {
            let item = library.catalog.item(old, at: row)
            try replace(item, by: new, replacement)
            changes.append(.delete(item))
        }
    }

    private mutating func replace(
        _ item: Item, by new: KindIndex, _ replacement: Replacement
    ) throws(LibraryError) {
        let (old, kind) = (kinds[item.kind], kinds[new])
        var values = old.carry(item.values, to: kind)
        if let (state, _) = kind.ladder { values[state] = .text(replacement.rung) }
        if let same = try library.duplicates.first(of: values, kind: new),
            let there = try library.item(numbered: same.number)
        {
            guard let (state, ladder) = kind.ladder, ladder.isLast(there.values[state]),
                let list = kinds.recordKind(of: new)
            else {
                summary.dropped += 1
                return
            }
            var record = old.carry(item.values, to: kinds[list])
            // The old date is the one on which the item was added.
            if let date = kinds[list].index(ofRole: .completed) { record[date] = nil }
            if try library.duplicates.first(of: record, kind: list) == nil {
                try create(record, of: list, for: item, in: nil)
            } else {
                summary.dropped += 1
            }
            return
        }
        try create(values, of: new, for: item, in: replacement.rung)
    }

    /// Creates an item unless the migration has created a duplicate of it, or another device has
    /// converted the same item.
    private mutating func create(
        _ values: [Value?], of kind: KindIndex, for item: Item, in rung: String?
    ) throws(LibraryError) {
        let id = Self.id(for: item.id, kinds[kind])
        let hashes = library.catalog.duplicateKey(of: kind).map { $0.hashes(of: values) }
        let keys = [hashes?.isbn, hashes?.title].compactMap(\.self)
        try indexIDs(of: kind)
        guard created[kind, default: []].isDisjoint(with: keys),
            ids[kind, default: []].insert(id).inserted
        else {
            summary.dropped += 1
            return
        }
        created[kind, default: []].formUnion(keys)
        changes.append(
            .create(Item(kind: kind, number: try library.takeNumber(), id: id, values: values)))
        summary.replaced[Summary.Outcome(kind: kind, rung: rung), default: 0] += 1
    }

    private mutating func indexIDs(of kind: KindIndex) throws(LibraryError) {
        guard ids[kind] == nil else { return }
        try library.loadAll(kind)
        let table = library.catalog.tables[kind]
        ids[kind] = Set(table.rows.filter(table.isAlive).map(table.id))
    }

    /// Returns the id of the item that replaces one.
    static func id(for old: ItemID, _ kind: Kind) -> ItemID {
        ItemID(digestOf: Array("\(kind.storedName) ".utf8) + old.bytes)
    }

    // MARK: Values

    /// Returns what replaces a value of an earlier version: the initial state for an item without
    /// one, and the canonical notation of a number. Nil for a value that stays.
    static func converted(_ value: Value?, of field: Field) -> Value? {
        if field.isOwn { return nil }
        return switch (field.content, value) {
        case (.ladder, nil):
            if case .rung(let name) = field.initial { .text(name) } else { nil }
        case (.isbn, .text(let text)?):
            ISBN(parsing: text).flatMap { $0.thirteen == text ? nil : .text($0.thirteen) }
        default: nil
        }
    }

    private mutating func convertValues(of index: KindIndex) throws(LibraryError) {
        let kind = kinds[index]
        let concerned = kind.fieldIndices.filter { field in
            switch kind.fields[field].content {
            case .ladder, .isbn: true
            default: false
            }
        }
        guard !concerned.isEmpty else { return }
        try library.loadAll(index)
        let table = library.catalog.tables[index]
        for row in table.rows where table.isAlive(row) {
            var fields: [Change.FieldChange] = []
            for field in concerned {
                let value = table.value(field, at: row)
                guard let after = Self.converted(value, of: kind.fields[field]) else { continue }
                fields.append(.init(field: field, before: value, after: after))
                if value == nil { summary.stated += 1 } else { summary.renumbered += 1 }
            }
            guard !fields.isEmpty else { continue }
            changes.append(
                Change(
                    kind: index, number: table.number(at: row), id: table.id(at: row),
                    action: .update(fields)))
        }
    }
}
