import TroveModel
import TroveStore

/// The changes of records that follow from those of their items: all records of an item get its new
/// title, creators and ISBN, so that they stay its records, and the latest one of a finished item
/// gets its new rating and note.
struct RecordUpdates {
    /// An item of which the records may change.
    private struct Edited {
        let number: ItemNumber
        let kind: KindIndex
        /// Its record before and after the change.
        let old: [Value?], new: [Value?]
        /// Whether it is finished, before and after the change.
        let isFinished: Bool
    }

    private let context: any CommandContext
    /// The items by the kind of their records.
    private var edited: [KindIndex: [Edited]] = [:]
    /// The numbers of all items that the command changes.
    private var changed: Set<ItemNumber> = []

    /// Finds the items whose records may change.
    ///
    /// - Parameters:
    ///   - changes: the changes of a command, before they are made.
    ///   - context: the context of the command.
    /// - Throws: an error if an item cannot be read.
    init(of changes: [Change], in context: any CommandContext) throws {
        self.context = context
        let (kinds, catalog) = (context.kinds, context.library.catalog)
        for change in changes {
            guard case .update(let fields) = change.action,
                let list = kinds.recordKind(of: change.kind),
                let key = catalog.duplicateKey(of: change.kind)
            else { continue }
            let opinions = RecordFields.opinions(of: kinds[change.kind])
            guard
                fields.contains(where: { key.includes($0.field) || opinions.contains($0.field) }),
                let former = try context.library.item(numbered: change.number)
            else { continue }
            let values = change.values(after: former)
            func record(of values: [Value?]) -> [Value?] {
                kinds.record(of: values, change.kind, in: list, on: nil)
            }
            let isFinished =
                kinds[change.kind].ladder.map { state, ladder in
                    ladder.isLast(former.values[state]) && ladder.isLast(values[state])
                } ?? false
            edited[list, default: []].append(
                Edited(
                    number: change.number, kind: change.kind, old: record(of: former.values),
                    new: record(of: values), isFinished: isFinished))
        }
        if !edited.isEmpty { changed = Set(changes.map(\.number)) }
    }

    /// Returns the changes. A record that the command itself changes stays as the command says, and
    /// so does one that may belong to another item, which the command does not change.
    ///
    /// - Throws: an error if the records cannot be read.
    func changes() throws -> [Change] {
        try edited.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { list, items in
            try changes(of: items, in: list)
        }
    }

    private func changes(of items: [Edited], in list: KindIndex) throws -> [Change] {
        let library = context.library
        try library.loadAll(list)
        let kind = context.kinds[list]
        let fields = RecordFields(kind)
        let opinions = RecordFields.opinions(of: kind)
        func outcome(_ item: Edited) -> [Value?] {
            fields.named(item.new) + opinions.map { item.new[$0] }
        }
        // Items with the same name that change in the same way are compared once.
        var seen: Set<[[Value?]]> = []
        let items = items.filter { item in
            seen.insert([fields.compared { item.old[$0] }, outcome(item)]).inserted
        }
        var places: [RecordFields.Sign: [Int]] = [:]
        for (place, item) in items.enumerated() {
            for sign in fields.signs(of: item.old) { places[sign, default: []].append(place) }
        }
        var twins: [Int: Bool] = [:]
        func hasTwin(_ place: Int) throws -> Bool {
            if let known = twins[place] { return known }
            let found = try self.hasTwin(items[place])
            twins[place] = found
            return found
        }
        /// The records, and for each the place of its item.
        var records: [(record: Item, place: Int)] = []
        // One pass, because a command may change thousands of items.
        let table = library.catalog.tables[list]
        for row in table.rows(matching: .everything) {
            let values = fields.compared { table.value($0, at: row) }
            let found = fields.signs(of: values).flatMap { places[$0] ?? [] }
                .filter { fields.isSame(items[$0].old, values) }
            guard let first = found.first, !changed.contains(table.number(at: row)),
                found.allSatisfy({ outcome(items[$0]) == outcome(items[first]) }),
                try found.allSatisfy({ try !hasTwin($0) })
            else { continue }
            records.append((library.catalog.item(list, at: row), first))
        }
        var latest: [Int: Item] = [:]
        for (record, place) in records where latest[place]?.isBefore(record, kind) ?? true {
            latest[place] = record
        }
        return records.compactMap { record, place in
            let item = items[place]
            var new = record.values
            for field in fields.named where new[field] == item.old[field] {
                new[field] = item.new[field]
            }
            if item.isFinished, latest[place]?.number == record.number {
                // What differs was changed in the record itself.
                for field in opinions
                where item.new[field] != item.old[field]
                    && (new[field] == nil || new[field] == item.old[field])
                {
                    new[field] = item.new[field]
                }
            }
            return Change.update(from: record, to: new)
        }
    }

    /// Whether another item, which the command does not change, has the same name.
    private func hasTwin(_ item: Edited) throws -> Bool {
        guard let former = try context.library.item(numbered: item.number) else { return false }
        return try context.library.duplicates.first(
            of: former.values, kind: item.kind, keepingMarks: true
        ) { !changed.contains($0) } != nil
    }
}

extension Change {
    /// Returns the values that an item has after an update.
    func values(after former: Item) -> [Value?] {
        guard case .update(let fields) = action else { return former.values }
        var values = former.values
        for field in fields { values[field.field] = field.after }
        return values
    }
}
