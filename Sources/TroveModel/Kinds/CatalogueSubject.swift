/// What an online catalogue knows about. The raw value is what is typed behind `in:`.
package enum CatalogueSubject: String, Sendable, Hashable, CaseIterable {
    case books, movies
}
