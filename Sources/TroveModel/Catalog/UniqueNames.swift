/// The owners of the names in the unique fields of a kind.
struct UniqueNames: Sendable {
    let fields: [FieldIndex]
    /// The number of the item with each name.
    private var owners: [Name: ItemNumber] = [:]
    /// The other items with a name: equal values that the field had before it became unique.
    private var others: [Name: [ItemNumber]] = [:]

    /// A name in a field.
    struct Name: Hashable {
        let field: FieldIndex
        /// The folded name.
        private let key: [UInt8]

        init(_ text: String, of field: FieldIndex) {
            self.field = field
            key = Folding.name(text)
        }
    }

    init(_ kind: Kind) {
        fields = kind.uniqueFields
    }

    /// Creates an index of no fields.
    init() {
        fields = []
    }

    func owner(of text: String, field: FieldIndex) -> ItemNumber? {
        fields.contains(field) ? owners[Name(text, of: field)] : nil
    }

    mutating func add(_ values: [Value?], number: ItemNumber) {
        for field in fields {
            if case .text(let text)? = values[field] { give(Name(text, of: field), to: number) }
        }
    }

    mutating func remove(_ values: [Value?], number: ItemNumber) {
        for field in fields {
            if case .text(let text)? = values[field] { forget(Name(text, of: field), number) }
        }
    }

    mutating func replace(_ change: Change.FieldChange, number: ItemNumber) {
        let field = change.field
        guard fields.contains(field) else { return }
        if case .text(let text)? = change.before { forget(Name(text, of: field), number) }
        if case .text(let text)? = change.after { give(Name(text, of: field), to: number) }
    }

    private mutating func give(_ name: Name, to number: ItemNumber) {
        guard let owner = owners[name] else {
            owners[name] = number
            return
        }
        if owner != number, others[name]?.contains(number) != true {
            others[name, default: []].append(number)
        }
    }

    /// Takes a name from an item. If others have it too, one of them owns it from then on.
    private mutating func forget(_ name: Name, _ number: ItemNumber) {
        guard owners[name] == number else {
            others[name]?.removeAll { $0 == number }
            return
        }
        owners[name] = others[name]?.min()
        if let owner = owners[name] { others[name]?.removeAll { $0 == owner } }
        if others[name]?.isEmpty == true { others[name] = nil }
    }
}
