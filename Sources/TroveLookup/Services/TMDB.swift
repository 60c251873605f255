package import TroveCodecs
package import TroveModel

/// TMDB, a catalogue of films.
///
/// Source: https://developer.themoviedb.org/reference/search-movie and movie-details.
package struct TMDB: CatalogueService {
    /// The setting for the address of the API.
    package static let api = CatalogueSetting(
        "tmdb-url", "TROVE_TMDB_URL", address: "https://api.themoviedb.org/3")
    /// The setting for the address of the posters.
    package static let images = CatalogueSetting(
        "tmdb-images-url", "TROVE_TMDB_IMAGES_URL", address: "https://image.tmdb.org/t/p")
    /// The setting for the key.
    package static let key = CatalogueSetting(key: "tmdb-key", "TROVE_TMDB_KEY")

    /// The name in messages and lists.
    package let name = "TMDB"
    /// Films.
    package let subject = CatalogueSubject.movies
    /// The API and the posters, which are on different servers.
    package let addresses = [api, images]
    /// The setting for the key.
    package let key: CatalogueSetting? = Self.key
    /// TMDB answers no request without a key.
    package let needsKey = true
    /// How to get and set a key.
    package let keyAdvice: String? =
        "set TROVE_TMDB_KEY to an API key from your account at themoviedb.org"
    /// The notice that TMDB's terms require.
    package let attribution: String? =
        "This product uses the TMDB API but is not endorsed or certified by TMDB."

    /// Search results do not name the directors.
    package let hasCreatorsInDetails = true

    /// The last page; the service rejects later ones.
    private static let lastPage = 500

    /// Creates the service, which has no state.
    package init() {}

    // MARK: Requests

    /// Returns a key of the longer form, a token that begins with `eyJ` and is sent in a header.
    private static func token(_ settings: CatalogueSettings) -> String? {
        settings.key(key).flatMap { $0.hasPrefix("eyJ") ? $0 : nil }
    }

    /// Returns a key of the shorter form, 32 hexadecimal digits that are part of the address.
    private static func shortKey(_ settings: CatalogueSettings) -> String? {
        settings.key(key).flatMap { $0.hasPrefix("eyJ") ? nil : $0 }
    }

    /// Returns the header with a key of the longer form.
    package func headers(_ settings: CatalogueSettings) -> [(name: String, value: String)] {
        Self.token(settings).map { [("Authorization", "Bearer \($0)")] } ?? []
    }

    /// Returns the address of a page of results.
    package func search(
        _ query: CatalogueQuery, page: Int, _ settings: CatalogueSettings
    ) throws(LookupFailure) -> WebAddress? {
        guard query.field != .author else { throw .unfit(source, .titlesOnly) }
        guard page <= Self.lastPage else { throw .unfit(source, .noPage(page)) }
        return Self.address(
            "/search/movie",
            [
                ("query", query.text), ("include_adult", "false"),
                ("language", settings.language), ("page", "\(page)"),
            ], settings)
    }

    /// Returns the address of a film.
    package func details(of key: String, _ settings: CatalogueSettings) -> WebAddress? {
        Self.movie(key, language: settings.language, settings)
    }

    /// Returns where to download a poster; nil if the address is not one of this service.
    package func picture(at text: String, _ settings: CatalogueSettings) -> PictureAddress? {
        guard let mirror = settings[Self.images],
            let base = [Self.images.address, mirror].compactMap(\.self)
                .first(where: { text.hasPrefix("\($0)/") })
        else { return nil }
        return PictureAddress(address: WebAddress(mirror + text.dropFirst(base.count)))
    }

    /// Returns the address of a film with its cast and crew.
    private static func movie(
        _ key: String, language: String, _ settings: CatalogueSettings
    ) -> WebAddress? {
        address(
            "/movie/\(key)", [("append_to_response", "credits"), ("language", language)], settings)
    }

    private static func address(
        _ path: String, _ query: [(name: String, value: String)], _ settings: CatalogueSettings
    ) -> WebAddress? {
        let key = shortKey(settings).map { [(name: "api_key", value: $0)] } ?? []
        return settings.address(api)?.adding(path, query + key)
    }

    /// Returns whether a text is a valid number of a film.
    package func isKey(_ key: String) -> Bool {
        (1...18).contains(key.utf8.count) && key.utf8.allSatisfy { $0 &- 0x30 < 10 }
    }

    // MARK: Replies

    /// Reads a page of results.
    package func page(
        _ json: JSON, number: Int, of query: CatalogueQuery
    ) throws(LookupFailure) -> CataloguePage {
        guard let results = json["results"]?.array else {
            throw .invalidResponse(source, .noResults)
        }
        let pages = min(json["total_pages"]?.int ?? 0, Self.lastPage)
        let hasMore = !results.isEmpty && number < pages
        return CataloguePage(
            entries: results.prefix(TextLimits.entries).compactMap(Self.entry),
            total: json["total_results"]?.int, next: hasMore ? number + 1 : nil)
    }

    private static func entry(_ film: JSON) -> CatalogueEntry? {
        guard let id = film["id"]?.int, id > 0,
            let title = (film["title"] ?? film["original_title"])?.text(atMost: TextLimits.title)
        else { return nil }
        var entry = CatalogueEntry(TMDB(), key: "\(id)", title: title)
        add(film, to: &entry)
        return entry
    }

    /// Adds the data of a film. If the summary is not translated, the English reply is requested
    /// next.
    package func add(
        _ json: JSON, to entry: inout CatalogueEntry, step: Int, _ settings: CatalogueSettings
    ) -> WebAddress? {
        let isTranslated = json["overview"]?.paragraphs != nil
        if step == 1 || entry.summary == nil { Self.add(json, to: &entry) }
        guard !isTranslated, step == 1, !settings.language.hasPrefix("en") else { return nil }
        return Self.movie(entry.key, language: "en-US", settings)
    }

    /// Adds the data of a film. A summary that is not translated is empty.
    private static func add(_ film: JSON, to entry: inout CatalogueEntry) {
        entry.year = film["release_date"]?.yearInText ?? entry.year
        entry.cover = film["poster_path"]?.text.flatMap(poster) ?? entry.cover
        entry.summary = film["overview"]?.paragraphs ?? entry.summary
        entry.minutes = film["runtime"]?.amount ?? entry.minutes
        let genres = (film["genres"]?.array ?? []).lazy
            .compactMap { $0["name"]?.text(atMost: TextLimits.name) }.distinct(TextLimits.items)
        if !genres.isEmpty { entry.subjects = genres }
        let directors = (film["credits"]?["crew"]?.array ?? []).lazy
            .filter { $0["job"]?.text == "Director" }
            .compactMap { $0["name"]?.text(atMost: TextLimits.name) }.distinct(TextLimits.items)
        if !directors.isEmpty { entry.creators = directors }
    }

    /// Returns the address of a poster, 342 pixels wide, by its path, which begins with a slash.
    private static func poster(_ path: String) -> String? {
        guard path.utf8.count <= 200, path.hasPrefix("/"), path.utf8.count > 1 else { return nil }
        return images.address.flatMap { WebAddress($0)?.adding("/w342\(path)").text }
    }
}
