package import TroveModel

/// The data of a catalogue service about one item.
package struct CatalogueEntry: Sendable, Hashable {
    /// The name of the service that it comes from.
    package let serviceName: String
    /// The key in that service, such as `/works/OL893415W`, the id of a volume or the number of a
    /// film.
    package var key: String
    /// The title, without the subtitle.
    package var title: String
    /// The subtitle.
    package var subtitle: String?
    /// The authors, or the directors of a film, which only the details of an entry contain.
    package var creators: [String]
    /// The year of the first publication, negative before the year 1; of an edition whose work is
    /// unknown, that of the edition.
    package var year: Int?
    /// All known ISBNs, each once.
    package var isbns: [ISBN]
    /// The number of pages; in search results of Open Library, the median of the editions.
    package var pages: Int?
    /// The address of a picture on the server of the service. `PictureLookup` replaces it with the
    /// address in the settings.
    package var cover: String?
    /// The summary of the content.
    package var summary: String?
    /// Genres and subjects, in the words of the service.
    package var subjects: [String]
    /// The publisher; nil if the entry covers editions by several publishers.
    package var publisher: String?
    /// The English name of the language; nil if the entry covers editions in several languages.
    package var language: String?
    /// The series that it belongs to.
    package var series: String?
    /// The number in the series, such as `2` or `2.5`.
    package var volume: String?
    /// The running time of a film.
    package var minutes: Int?

    /// Creates an entry that has only a title.
    package init(_ service: any CatalogueService, key: String, title: String) {
        serviceName = service.name
        self.key = key
        self.title = title
        creators = []
        isbns = []
        subjects = []
    }

    /// Returns the entry without a cover that does not belong to its service: a reply must not make
    /// Trove ask another server, or this machine.
    func trusted(_ settings: CatalogueSettings) -> CatalogueEntry {
        guard let cover, service?.picture(at: cover, settings) == nil else { return self }
        var entry = self
        entry.cover = nil
        return entry
    }

    /// The service that the entry comes from; nil if this version does not have it.
    package var service: (any CatalogueService)? {
        CatalogueServices.service(named: serviceName)
    }
}
