import TroveModel
import TroveStore

/// The changes of records that follow from those of their items: all records of an item get its new
/// title, creators and ISBN, so that they stay its records, and the latest one of a finished item
/// gets its new rating and note.
struct RecordUpdates {
    /// An item whose records may change.
    private struct Edited {
        let number: ItemNumber
        let kind: KindIndex
        /// Its record before and after the change.
        let old: [Value?], new: [Value?]
        /// Whether it is finished, before and after the change.
        let isFinished: Bool

        /// Returns the new values that its records may take over: the name, the rating and the
        /// note.
        func outcome(_ fields: RecordFields, _ opinions: [FieldIndex]) -> [Value?] {
            fields.named(new) + opinions.map { new[$0] }
        }
    }

    private let context: any CommandContext
    /// The items by the kind of their records.
    private var edited: [KindIndex: [Edited]] = [:]
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
            let isFinished =
                kinds[change.kind].ladder.map { state, ladder in
                    ladder.isLast(former.values[state]) && ladder.isLast(values[state])
                } ?? false
            // A rating given while the item is being read belongs to its next record.
            guard isFinished || fields.contains(where: { key.includes($0.field) }) else { continue }
            func record(of values: [Value?]) -> [Value?] {
                kinds.record(of: values, change.kind, in: list, on: nil)
            }
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
        // Items with the same name that change in the same way are compared once.
        var seen: Set<[[Value?]]> = []
        let items = items.filter { item in
            let former = fields.compared { item.old[$0] } + opinions.map { item.old[$0] }
            let outcome = item.outcome(fields, opinions)
            return seen.insert([former, outcome, item.isFinished ? [] : [nil]]).inserted
        }
        var places: [RecordFields.Sign: [Int]] = [:]
        for (place, item) in items.enumerated() {
            for sign in fields.signs(of: item.old) { places[sign, default: []].append(place) }
        }
        var twins: [[Bool?]] = items.map { _ in [nil, nil] }
        /// Whether a record may belong to a namesake of an item.
        func hasTwin(_ place: Int, _ values: [Value?]) throws -> Bool {
            let isCertain = fields.isCertain(items[place].old, values)
            if let known = twins[place][isCertain ? 1 : 0] { return known }
            let found = try self.hasTwin(items[place], isTitleEnough: !isCertain)
            twins[place][isCertain ? 1 : 0] = found
            return found
        }
        /// The records that are found, each with the positions in `items` of its items.
        var found: [(record: Item, places: [Int])] = []
        let table = library.catalog.tables[list]
        for row in candidates(for: items, in: table, fields) {
            let values = fields.compared { table.value($0, at: row) }
            let places = Set(fields.signs(of: values).flatMap { places[$0] ?? [] })
                .filter { fields.isSame(items[$0].old, values) }.sorted()
            guard !places.isEmpty, try places.allSatisfy({ try !hasTwin($0, values) }) else {
                continue
            }
            found.append((library.catalog.item(list, at: row), places))
        }
        var latest: [Int: Item] = [:]
        for (record, places) in found {
            for place in places where latest[place]?.isBefore(record, kind) ?? true {
                latest[place] = record
            }
        }
        return found.compactMap { record, places in
            let edits = places.map { place in
                (items[place], isLatest: latest[place]?.number == record.number)
            }
            return change(to: record, following: edits, fields, opinions)
        }
    }

    /// Returns the change of a record that follows from those of its items; nil if they differ.
    private func change(
        to record: Item, following edits: [(item: Edited, isLatest: Bool)], _ fields: RecordFields,
        _ opinions: [FieldIndex]
    ) -> Change? {
        let outcomes = Set(edits.map { $0.item.outcome(fields, opinions) })
        guard !changed.contains(record.number), outcomes.count == 1 else { return nil }
        var new = record.values
        for (item, isLatest) in edits {
            for field in fields.named where new[field] == item.old[field] {
                new[field] = item.new[field]
            }
            guard item.isFinished, isLatest else { continue }
            for field in opinions where item.new[field] != item.old[field] {
                if new[field] == item.old[field] {
                    new[field] = item.new[field]
                } else if new[field] == nil {
                    new[field] = Self.addition(item.old[field], item.new[field])
                }
                // Otherwise keep the value, which the user set in the record itself.
            }
        }
        return Change.update(from: record, to: new)
    }

    /// Returns the lines that were appended to a text; for other values, and below a label of
    /// private notes, the new value.
    private static func addition(_ old: Value?, _ new: Value?) -> Value? {
        guard case .text(let former)? = old, case .text(let text)? = new, text.hasPrefix(former),
            text.dropFirst(former.count).first?.isNewline == true,
            NoteText.withoutPrivatePart(of: former) == former
        else { return new }
        let part = text.dropFirst(former.count).drop { $0.isNewline }
        return part.isEmpty ? new : .text(String(part))
    }

    /// The largest number of items whose records are looked up one by one.
    private static let fewItems = 16

    /// Returns the rows that may be records of the items: for many items, all of them in one pass.
    private func candidates(
        for items: [Edited], in table: Table, _ fields: RecordFields
    ) -> [RowIndex] {
        guard items.count <= Self.fewItems else { return table.rows(matching: .everything) }
        let filters = items.flatMap { item -> [Filter] in
            let title = item.old[Kind.titleIndex].map {
                Filter.contains(field: Kind.titleIndex, ["\($0)"])
            }
            let keys = fields.keys.compactMap { field in
                item.old[field].map { Filter.compare(field: field, .equal, [$0]) }
            }
            return (title.map { [$0] } ?? []) + keys
        }
        return table.rows(matching: .any(filters))
    }

    /// Whether another item, which the command does not change, has the same name. With
    /// `isTitleEnough`, one of the two may lack a creator.
    private func hasTwin(_ item: Edited, isTitleEnough: Bool) throws -> Bool {
        guard let former = try context.library.item(numbered: item.number) else { return false }
        return try context.library.duplicates.first(
            of: former.values, kind: item.kind, isTitleEnough: isTitleEnough, keepingMarks: true
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
