/// The fields of a kind that identify duplicates: the ISBN, and the title with the distinguishing
/// field, which for books is the author.
package struct DuplicateKey: Sendable {
    private let creator: FieldIndex?
    private let isbn: FieldIndex?
    /// Whether `Dune by Frank Herbert` as a title can mean a title and its creator.
    private let isNamed: Bool

    /// Creates the key of a kind; nil for a kind with neither a distinguishing field nor an ISBN.
    package init?(_ kind: Kind) {
        creator = kind.distinguishing.flatMap(kind.index(ofField:))
        isbn = kind.index(ofRole: .isbn)
        isNamed = creator != nil && creator == kind.index(ofRole: .creator)
        if creator == nil, isbn == nil { return nil }
    }

    /// The positions of the key's fields.
    package var fields: [FieldIndex] { [Kind.titleIndex, creator, isbn].compactMap(\.self) }

    /// The field with the ISBN; nil if there is none.
    package var isbnField: FieldIndex? { isbn }

    /// Returns whether a field is part of the key.
    package func includes(_ field: FieldIndex) -> Bool {
        field == Kind.titleIndex || field == creator || field == isbn
    }

    /// Returns the key fields of an item; `value` returns the value of a field.
    @inline(__always)
    func traits(_ value: (FieldIndex) -> Value?) -> DuplicateTraits {
        DuplicateTraits(
            title: value(Kind.titleIndex), creator: creator.flatMap(value),
            number: isbn.flatMap(value), isNamed: isNamed)
    }
}
