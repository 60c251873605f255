import TroveLookup
import TroveModel
import TroveStore

/// Filling in the empty fields of items from catalogue services.
extension CommandContext {
    /// Returns the values of an item with those of an entry in its empty fields. A value that
    /// breaks a rule together with the others, such as fewer pages than the current one, is left
    /// out.
    func filled(_ item: Item, from entry: CatalogueEntry) -> [Value?] {
        let kind = kinds[item.kind]
        var filled = item.values
        for (field, value) in zip(kind.fieldIndices, values(of: entry, for: item.kind))
        where filled[field] == nil && value != nil {
            var trial = filled
            trial[field] = value
            if (try? kind.check(trial, after: item.values)) != nil { filled = trial }
        }
        return filled
    }

    /// Returns the change that fills in the empty fields of an item from an entry; nil if there is
    /// nothing to fill in.
    ///
    /// - Throws: `CommandFailure` if the item was deleted, or a unique value is taken.
    func filling(_ item: Item, from entry: CatalogueEntry) throws -> (item: Item, change: Change?) {
        try beginChanging(item.kind)
        guard let current = try library.item(numbered: item.number) else {
            throw CommandFailure(.noSuchNumber(item.number))
        }
        let values = filled(current, from: entry)
        try check(values, of: item.kind, after: current)
        return (current, Change.update(from: current, to: values))
    }
}
