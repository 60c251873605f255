/// The owners of the names in the unique fields of a kind.
struct UniqueNames: Sendable {
    let fields: [FieldIndex]
    /// For each unique field, the item number for each folded name.
    private var owners: [[[UInt8]: ItemNumber]]

    init(_ kind: Kind) {
        fields = kind.uniqueFields
        owners = fields.map { _ in [:] }
    }

    /// Creates an index of no fields.
    init() {
        fields = []
        owners = []
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

    /// Removes a name, unless another item has taken it since.
    private mutating func forget(_ text: String, _ index: Int, _ number: ItemNumber) {
        let key = Folding.name(text)
        if owners[index][key] == number { owners[index][key] = nil }
    }
}
