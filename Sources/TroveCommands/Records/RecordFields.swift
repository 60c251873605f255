import TroveModel

/// The fields by which records are compared with items.
struct RecordFields {
    /// What two records of one item may have in common.
    enum Sign: Hashable {
        case title([UInt8])
        case isbn(Value)
        case key(Value)
    }

    private let creator: FieldIndex?
    private let isbn: FieldIndex?
    private let key: FieldIndex?
    private let count: Int
    /// The fields that identify the item by themselves.
    var keys: [FieldIndex] { [isbn, key].compactMap(\.self) }
    /// The fields of the name: the title, the creator and the ISBN.
    var named: [FieldIndex] { [Kind.titleIndex, creator, isbn].compactMap(\.self) }

    init(_ kind: Kind) {
        creator = kind.distinguishing.flatMap(kind.index(ofField:))
        isbn = kind.index(ofRole: .isbn)
        key = kind.index(ofRole: .catalogueKey)
        count = kind.fields.count
    }

    /// Returns the fields of a kind that say what the user thinks of one reading: the rating and
    /// the note.
    static func opinions(of kind: Kind) -> [FieldIndex] {
        [kind.index(ofRole: .rating), kind.index(ofRole: .note)].compactMap(\.self)
    }

    /// Returns the values of the fields that are compared, and nil for the others.
    func compared(_ value: (FieldIndex) -> Value?) -> [Value?] {
        var values: [Value?] = Array(repeating: nil, count: count)
        for field in named + [key].compactMap(\.self) { values[field] = value(field) }
        return values
    }

    /// Returns the values of the name.
    func named(_ values: [Value?]) -> [Value?] { named.map { values[$0] } }

    /// Returns what other records of the same item may have in common with this one.
    func signs(of values: [Value?]) -> [Sign] {
        [
            values[Kind.titleIndex].map { .title(Folding.name($0.description)) },
            isbn.flatMap { values[$0] }.map { .isbn($0) },
            key.flatMap { values[$0] }.map { .key($0) },
        ].compactMap(\.self)
    }

    /// Returns whether two records have the same key or ISBN.
    func shareKey(_ one: [Value?], _ other: [Value?]) -> Bool {
        keys.contains { field in one[field] != nil && one[field] == other[field] }
    }

    /// Returns whether two records have different ISBNs.
    func differInISBN(_ one: [Value?], _ other: [Value?]) -> Bool {
        guard let isbn, let first = one[isbn], let second = other[isbn] else { return false }
        return first != second
    }

    /// Returns whether two records that may be about one item certainly are: they have the same key
    /// or ISBN, or both have a creator.
    func isCertain(_ one: [Value?], _ other: [Value?]) -> Bool {
        if shareKey(one, other) { return true }
        guard let creator else { return true }
        return one[creator] != nil && other[creator] != nil
    }

    /// Returns whether two records are about one item: by the key or the ISBN, or by the title and
    /// the creator, which one of them may lack.
    func isSame(_ one: [Value?], _ other: [Value?]) -> Bool {
        if shareKey(one, other) { return true }
        func name(_ values: [Value?], _ field: FieldIndex) -> [UInt8]? {
            values[field].map { Folding.name($0.description) }
        }
        guard name(one, Kind.titleIndex) == name(other, Kind.titleIndex) else { return false }
        guard let creator, let first = name(one, creator), let second = name(other, creator) else {
            return true
        }
        return first == second
    }
}
