/// Who has which name, for the fields of a kind whose values are unique.
struct UniqueNames: Sendable {
    let fields: [FieldIndex]
    /// For each of the fields, the number of the thing that has a name.
    private var owners: [[[UInt8]: ItemNumber]]

    init(_ kind: Kind) {
        fields = kind.uniqueFields
        owners = fields.map { _ in [:] }
    }

    func owner(of text: String, field: FieldIndex) -> ItemNumber? {
        guard let index = fields.firstIndex(of: field) else { return nil }
        return owners[index][Folding.name(text)]
    }

    mutating func add(_ values: [Value?], number: ItemNumber) {
        for (index, field) in fields.enumerated() {
            if case .text(let text)? = values[field] { owners[index][Folding.name(text)] = number }
        }
    }

    mutating func remove(_ values: [Value?], number: ItemNumber) {
        for (index, field) in fields.enumerated() {
            if case .text(let text)? = values[field] { forget(text, index, number) }
        }
    }

    mutating func replace(_ change: Change.FieldChange, number: ItemNumber) {
        guard let index = fields.firstIndex(of: change.field) else { return }
        if case .text(let text)? = change.before { forget(text, index, number) }
        if case .text(let text)? = change.after { owners[index][Folding.name(text)] = number }
    }

    /// Where names are passed on, another thing may have this one already.
    private mutating func forget(_ text: String, _ index: Int, _ number: ItemNumber) {
        let key = Folding.name(text)
        if owners[index][key] == number { owners[index][key] = nil }
    }
}
