package import TroveModel

/// What a catalogue service knows of one item.
package struct CatalogueEntry: Sendable, Hashable {
    /// The name of the service that it comes from.
    package let serviceName: String
    /// Its key there, such as `/works/OL893415W`, the id of a volume or the number of a film.
    package var key: String
    /// The title, without the subtitle.
    package var title: String
    /// The subtitle.
    package var subtitle: String?
    /// The authors, or the directors of a film, which only its details name.
    package var creators: [String]
    /// The year of the first publication, negative before the year 1.
    package var year: Int?
    /// All ISBNs that the service knows, each once.
    package var isbns: [ISBN]
    /// The number of pages; in search results of Open Library, the median of the editions.
    package var pages: Int?
    /// The address of a picture at the service itself, never at a mirror. `PictureLookup` replaces it
    /// by the address in the settings.
    package var cover: String?
    /// What it is about.
    package var summary: String?
    /// Genres and subjects, in the words of the service.
    package var subjects: [String]
    /// The publisher; the first of several.
    package var publisher: String?
    /// The running time of a film.
    package var minutes: Int?

    /// An entry that has only a title.
    package init(_ service: any CatalogueService, key: String, title: String) {
        serviceName = service.name
        self.key = key
        self.title = title
        creators = []
        isbns = []
        subjects = []
    }

    /// The service that it comes from.
    package var service: (any CatalogueService)? {
        CatalogueServices.service(named: serviceName)
    }
}
