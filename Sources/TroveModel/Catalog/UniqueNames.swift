/// The owners of the names in the unique fields of a kind.
struct UniqueNames: Sendable {
    let fields: [FieldIndex]
    /// The lowest number of the items with each name.
    private var owners: [Name: ItemNumber] = [:]
    /// The other items with a name, sorted: equal values that the field had before it became
    /// unique.
    private var others: [Name: ArraySlice<ItemNumber>] = [:]

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

    /// Returns the lowest number of the items with a name, apart from one of them.
    func owner(
        of text: String, field: FieldIndex, except number: ItemNumber?
    ) -> ItemNumber? {
        guard fields.contains(field) else { return nil }
        let name = Name(text, of: field)
        let owner = owners[name]
        return owner == number ? others[name]?.first : owner
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
        guard owner != number else { return }
        owners[name] = min(owner, number)
        others[name, default: []].insert(max(owner, number))
    }

    private mutating func forget(_ name: Name, _ number: ItemNumber) {
        // Taken out, so that it is not copied.
        var further = others.removeValue(forKey: name) ?? []
        if owners[name] == number {
            owners[name] = further.popFirst()
        } else if let place = further.place(of: number) {
            further.remove(at: place)
        }
        if !further.isEmpty { others[name] = further }
    }
}
