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
        if let field = kind.index(ofRole: .note), case .text(let note)? = item.values[field] {
            stripped.values[field] = Self.withoutPrivateParts(note).map(Value.text)
        }
        return stripped
    }

    /// Returns a note without the private notes of other programs, which an import keeps under
    /// their names: Goodreads has `Private Notes`, LibraryThing `Private Comment`. Such a note may
    /// have several paragraphs, so what follows it is left out, too.
    private static func withoutPrivateParts(_ note: String) -> String? {
        let names = ["private notes:", "private comment:"]
        let lines = note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var shown = lines.prefix { line in !names.contains { line.lowercased().hasPrefix($0) } }
        guard shown.count < lines.count else { return note }
        while shown.last?.isEmpty == true { shown.removeLast() }
        return shown.isEmpty ? nil : shown.joined(separator: "\n")
    }
}
