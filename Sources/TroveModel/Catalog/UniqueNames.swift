/// Who has which name, for the fields of a kind whose values are unique.
struct UniqueNames: Sendable {
    let fields: [Int]
    /// For each of the fields, the number of the thing that has a name.
    private var owners: [[[UInt8]: Int]]

    init(_ kind: Kind) {
        fields = kind.uniqueFields
        owners = fields.map { _ in [:] }
    }

    func owner(of text: String, field: Int) -> Int? {
        guard let index = fields.firstIndex(of: field) else { return nil }
        return owners[index][Folding.name(text)]
    }

    mutating func add(_ values: [Value?], number: Int) {
        for (index, field) in fields.enumerated() {
            if case .text(let text)? = values[field] { owners[index][Folding.name(text)] = number }
        }
    }

    mutating func remove(_ values: [Value?]) {
        for (index, field) in fields.enumerated() {
            if case .text(let text)? = values[field] { owners[index][Folding.name(text)] = nil }
        }
    }

    mutating func replace(_ change: Change.FieldChange, number: Int) {
        guard let index = fields.firstIndex(of: change.field) else { return }
        if case .text(let text)? = change.before { owners[index][Folding.name(text)] = nil }
        if case .text(let text)? = change.after { owners[index][Folding.name(text)] = number }
    }
}
