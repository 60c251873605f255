/// The subject of a catalogue service. The raw value is what the user types after `in:`.
package enum CatalogueSubject: String, Sendable, Hashable, CaseIterable {
    case books, movies
}
