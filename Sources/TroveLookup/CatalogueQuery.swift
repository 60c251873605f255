package import TroveModel

/// A search in a catalogue.
package struct CatalogueQuery: Sendable, Hashable {
    /// The field in which the words are searched.
    package enum Field: String, Sendable, Hashable, CaseIterable {
        case title, author
    }

    /// The words to search for.
    package var text: String
    /// Nil searches all fields.
    package var field: Field?
    /// What the entries are about.
    package var subject: CatalogueSubject

    package init(_ text: String, in field: Field? = nil, of subject: CatalogueSubject = .books) {
        self.text = text
        self.field = field
        self.subject = subject
    }
}

/// One page of results.
package struct CataloguePage: Sendable, Hashable {
    /// The entries, each once, without those of earlier pages of the same search.
    package var entries: [CatalogueEntry]
    /// How many results the service reports; some services only estimate.
    package var total: Int?
    /// The number of the next page, from 1; nil when this is the last.
    package var next: Int?

    package init(entries: [CatalogueEntry], total: Int?, next: Int?) {
        self.entries = entries
        self.total = total
        self.next = next
    }
}
