/// Where the catalogues are, and by what they know who asks.
package struct CatalogueSettings: Sendable {
    /// Addresses without a slash at the end.
    package var openLibrary = "https://openlibrary.org"
    package var covers = "https://covers.openlibrary.org"
    package var googleBooks = "https://www.googleapis.com/books/v1"
    package var tmdb = "https://api.themoviedb.org/3"
    package var tmdbImages = "https://image.tmdb.org/t/p"
    /// Nil where the user has none; then Google Books is not asked.
    package var googleBooksKey: String?
    /// Either form that TMDB gives out: 32 hexadecimal digits, or a token that begins with `eyJ`.
    package var tmdbKey: String?
    /// Whom a service can write to about the requests: an email or an address.
    package var contact: String?

    package init() {}
}
