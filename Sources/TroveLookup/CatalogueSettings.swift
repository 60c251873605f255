package import TroveModel

/// Where the catalogues are, and by what they know who asks.
///
/// Its description has no keys in it, so that they get into no message by accident.
package struct CatalogueSettings: Sendable {
    /// Addresses without a slash at the end.
    package var openLibrary = "https://openlibrary.org"
    /// The address of Open Library's covers.
    package var covers = "https://covers.openlibrary.org"
    /// The address of the Google Books API.
    package var googleBooks = "https://www.googleapis.com/books/v1"
    /// The address of the TMDB API.
    package var tmdb = "https://api.themoviedb.org/3"
    /// The address of TMDB's pictures.
    package var tmdbImages = "https://image.tmdb.org/t/p"
    /// Nil where the user has none; then Google Books is not asked.
    package var googleBooksKey: String?
    /// Either form that TMDB gives out: 32 hexadecimal digits, or a token that begins with `eyJ`.
    package var tmdbKey: String?
    /// Whom a service can write to about the requests: an email or an address.
    package var contact: String?
    /// In which language the texts about films are asked for (BCP 47).
    package var language = "en-US"

    package init() {}

    /// Which catalogue is asked first about a subject.
    package func service(for subject: CatalogueSubject) -> CatalogueService {
        switch subject {
        case .books: googleBooksKey == nil ? .openLibrary : .googleBooks
        case .movies: .tmdb
        }
    }

    /// Whether Open Library takes the contact for one: it looks for an email or an address, and
    /// answers programs without one with 403.
    package var hasContact: Bool {
        guard let contact else { return false }
        return contact.contains("@") || contact.contains("http")
    }
}

extension CatalogueSettings: CustomStringConvertible, CustomReflectable {
    package var description: String {
        "\(openLibrary) \(covers) \(googleBooks) \(tmdb) \(tmdbImages)"
    }

    /// Mirrors the description, so that `dump` shows no keys.
    package var customMirror: Mirror { Mirror(reflecting: description) }
}
