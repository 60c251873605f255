package import TroveModel

/// What an online catalogue knows of one book or film.
package struct CatalogueEntry: Sendable, Hashable {
    /// The catalogue that it comes from.
    package var service: CatalogueService
    /// What it is called there: `/works/OL893415W`, the id of a volume, the number of a film.
    package var key: String
    /// The title, without the subtitle.
    package var title: String
    /// What stands under the title.
    package var subtitle: String?
    /// The authors; of a film its directors, once its details were asked for.
    package var creators: [String]
    /// When it came out first. Years before the first are negative.
    package var year: Int?
    /// All that the catalogue knows of, each once.
    package var isbns: [ISBN]
    /// The number of pages; in search results of Open Library, the median of the editions.
    package var pages: Int?
    /// The whole address of a picture at the service itself, never at a mirror; `PictureLookup`
    /// asks for it where the settings say.
    package var cover: String?
    /// What it is about.
    package var summary: String?
    /// Genres and subjects, in the catalogue's words.
    package var subjects: [String]
    /// The publisher; the first one where the catalogue names several.
    package var publisher: String?
    /// How long a film runs.
    package var minutes: Int?

    /// Makes an entry that has only a title; all other facts are empty.
    package init(_ service: CatalogueService, key: String, title: String) {
        self.service = service
        self.key = key
        self.title = title
        creators = []
        isbns = []
        subjects = []
    }
}

/// The catalogues that can be asked.
package enum CatalogueService: Sendable, Hashable, CaseIterable {
    case openLibrary, googleBooks, tmdb
    /// No catalogue: a picture lies elsewhere, at an address that somebody has typed.
    case elsewhere

    /// As people know it.
    package var name: String {
        switch self {
        case .openLibrary: "Open Library"
        case .googleBooks: "Google Books"
        case .tmdb: "TMDB"
        case .elsewhere: "the picture's server"
        }
    }
}
