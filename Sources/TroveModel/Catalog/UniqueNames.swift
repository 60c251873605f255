/// The owners of the names in the unique fields of a kind.
struct UniqueNames: Sendable {
    let fields: [FieldIndex]
    /// The number of the item with each name.
    private var owners: [Name: ItemNumber] = [:]

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
            if case .text(let text)? = values[field] { owners[Name(text, of: field)] = number }
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
        if case .text(let text)? = change.after { owners[Name(text, of: field)] = number }
    }

    /// Removes a name, unless another item has taken it since.
    private mutating func forget(_ name: Name, _ number: ItemNumber) {
        if owners[name] == number { owners[name] = nil }
    }
}
