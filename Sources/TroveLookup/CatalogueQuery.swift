package import TroveModel

/// A search in a catalogue.
package struct CatalogueQuery: Sendable, Hashable {
    /// The field to search.
    package enum Field: String, Sendable, Hashable, CaseIterable {
        case title, author
    }

    /// The words to search for.
    package var text: String
    /// The field to search; nil for all fields.
    package var field: Field?
    /// The subject of the entries.
    package var subject: CatalogueSubject

    /// Creates a query; without a field it searches all fields.
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

    /// Creates a page of results.
    package init(entries: [CatalogueEntry], total: Int?, next: Int?) {
        self.entries = entries
        self.total = total
        self.next = next
    }
}
