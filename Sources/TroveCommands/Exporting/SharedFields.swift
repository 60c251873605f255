import TroveModel

/// The fields of a kind that a page to share shows.
struct SharedFields {
    /// The fields of loans, which are private, and of addresses and keys, which mean nothing to a
    /// reader.
    private static let hidden: Set<Field.Role> = [
        .borrower, .lentOn, .due, .cover, .catalogueKey,
    ]

    private let kind: Kind

    init(of kind: Kind) {
        self.kind = kind
    }

    /// The fields that a page shows.
    var all: [FieldIndex] {
        kind.shownIndices.filter { field in
            kind.fields[field].role.map { !Self.hidden.contains($0) } ?? true
        }
    }

    /// Returns an item without the values that a page does not show, and without the private part
    /// of its note.
    func stripped(_ item: Item) -> Item {
        var stripped = item
        let shown = Set(all)
        for field in kind.fieldIndices where !shown.contains(field) { stripped.values[field] = nil }
        // An import keeps notes in the description if the kind has no note.
        for field in [.note, .description].compactMap(kind.index(ofRole:)) {
            guard case .text(let note)? = stripped.values[field] else { continue }
            stripped.values[field] = NoteText.withoutPrivatePart(of: note).map(Value.text)
        }
        return stripped
    }
}
