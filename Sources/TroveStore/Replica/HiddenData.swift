package import TroveModel
import TroveSQLite

/// What the definitions of another device hide: the items of a kind, or the values of a field.
package struct HiddenData: Sendable, Hashable {
    /// The kind, as it was before if it is hidden.
    package let kind: Kind
    /// The field; nil for all items of the kind.
    package let field: Field?
    /// The number of items, or of items with a value.
    package let count: Int

    /// Creates a description of what is hidden.
    package init(kind: Kind, field: Field?, count: Int) {
        self.kind = kind
        self.field = field
        self.count = count
    }
}

extension Transaction {
    /// Returns what the user does not see any more, because the definitions have changed.
    func hiddenData(since former: Kinds) throws -> [HiddenData] {
        guard kinds != former else { return [] }
        var found: [HiddenData] = []
        for index in former.storedIndices where former.isShown(index) {
            let (old, new) = (former[index], kinds[index])
            // The definitions of a newer version must not change them.
            guard !kinds.unreadable.contains(Definition(new).subject) else { continue }
            if !kinds.isShown(index) {
                let count = try storedCount("*", of: old)
                found.append(HiddenData(kind: old, field: nil, count: count))
            }
            for place in old.fieldIndices where !old.fields[place].isRetired {
                let field = new.fields[place]
                guard !kinds.unreadable.contains(Definition(field, of: new).subject) else {
                    continue
                }
                let isOther = field.content != old.fields[place].content
                guard field.isRetired || isOther else { continue }
                var count = try storedCount(Schema.quoted(field.storedName), of: new)
                if !field.isRetired { count -= try shownCount(of: place, index) }
                found.append(HiddenData(kind: new, field: field, count: count))
            }
        }
        return found.filter { $0.count > 0 }
    }

    /// Counts the stored values of a column, including those that do not fit the type of the field.
    private func storedCount(_ column: String, of kind: Kind) throws -> Int {
        let table = Schema.quoted(kind.storedName)
        return try database.integer("SELECT count(\(column)) FROM \(table)") ?? 0
    }

    private func shownCount(of field: FieldIndex, _ kind: KindIndex) throws -> Int {
        let filter = Filter.not(.isAbsent(field: field))
        let values = try library.storedItems.candidates(
            of: kind, matching: filter, reading: [field]
        ) { _ in }
        return values.count(matching: filter)
    }
}
