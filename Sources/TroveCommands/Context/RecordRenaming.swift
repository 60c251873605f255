import TroveModel
import TroveStore

/// The changes that give the records of items their new titles, creators and ISBNs, so that they
/// stay the records of these items.
struct RecordRenaming {
    /// An item whose key fields change.
    private struct Renamed {
        let number: ItemNumber
        let kind: KindIndex
        /// Its record before and after the change.
        let old: [Value?], new: [Value?]
    }

    private let context: any CommandContext
    /// The items by the kind of their records.
    private var renamed: [KindIndex: [Renamed]] = [:]
    /// The numbers of all items that the command changes.
    private var changed: Set<ItemNumber> = []

    /// Finds the items that are renamed.
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
                let key = catalog.duplicateKey(of: change.kind),
                fields.contains(where: { key.includes($0.field) }),
                let former = try context.library.item(numbered: change.number)
            else { continue }
            func record(of values: [Value?]) -> [Value?] {
                kinds.record(of: values, change.kind, in: list, on: nil)
            }
            renamed[list, default: []].append(
                Renamed(
                    number: change.number, kind: change.kind, old: record(of: former.values),
                    new: record(of: change.values(after: former))))
        }
        if !renamed.isEmpty { changed = Set(changes.map(\.number)) }
    }

    /// Returns the changes. A record that the command itself changes stays as the command says, and
    /// a record that may belong to another item, which is not renamed, keeps its name.
    ///
    /// - Throws: an error if the records cannot be read.
    func changes() throws -> [Change] {
        try renamed.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { list, items in
            try changes(of: items, in: list)
        }
    }

    private func changes(of items: [Renamed], in list: KindIndex) throws -> [Change] {
        let library = context.library
        try library.loadAll(list)
        let fields = RecordFields(context.kinds[list])
        // Items with the same name that get the same new name are compared once.
        var seen: Set<[[Value?]]> = []
        let items = items.filter { item in
            seen.insert([fields.compared { item.old[$0] }, fields.named(item.new)]).inserted
        }
        var places: [RecordFields.Sign: [Int]] = [:]
        for (place, item) in items.enumerated() {
            for sign in fields.signs(of: item.old) { places[sign, default: []].append(place) }
        }
        var changes: [Change] = []
        var twins: [Int: Bool] = [:]
        func hasTwin(_ place: Int) throws -> Bool {
            if let known = twins[place] { return known }
            let found = try self.hasTwin(items[place])
            twins[place] = found
            return found
        }
        // One pass, because a command may rename thousands of items.
        let table = library.catalog.tables[list]
        for row in table.rows(matching: .everything) {
            let values = fields.compared { table.value($0, at: row) }
            let found = fields.signs(of: values).flatMap { places[$0] ?? [] }
                .filter { fields.isSame(items[$0].old, values) }
            guard let first = found.first.map({ items[$0] }),
                !changed.contains(table.number(at: row)),
                found.allSatisfy({ fields.named(items[$0].new) == fields.named(first.new) }),
                try found.allSatisfy({ try !hasTwin($0) })
            else { continue }
            let record = library.catalog.item(list, at: row)
            var new = record.values
            for field in fields.named where new[field] == first.old[field] {
                new[field] = first.new[field]
            }
            if let change = Change.update(from: record, to: new) { changes.append(change) }
        }
        return changes
    }

    /// Whether another item, which the command does not change, has the same name.
    private func hasTwin(_ item: Renamed) throws -> Bool {
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
