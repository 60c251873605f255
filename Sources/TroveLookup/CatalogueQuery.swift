package import TroveModel

/// What is looked for in a catalogue.
package struct CatalogueQuery: Sendable, Hashable {
    /// Where the words are looked for.
    package enum Field: String, Sendable, Hashable, CaseIterable {
        case title, author
    }

    /// The words to look for.
    package var text: String
    /// Nil looks everywhere.
    package var field: Field?
    /// Whether to look for books or films.
    package var subject: CatalogueSubject

    package init(_ text: String, in field: Field? = nil, of subject: CatalogueSubject = .books) {
        self.text = text
        self.field = field
        self.subject = subject
    }
}

/// One page of what was found.
package struct CataloguePage: Sendable, Hashable {
    /// Each entry once; none that came on an earlier page of the same search.
    package var entries: [CatalogueEntry]
    /// How many the catalogue says there are; some catalogues only guess.
    package var total: Int?
    /// The number of the next page, from 1; nil when this is the last.
    package var next: Int?

    package init(entries: [CatalogueEntry], total: Int?, next: Int?) {
        self.entries = entries
        self.total = total
        self.next = next
    }
}
