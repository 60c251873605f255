import TroveCodecs

/// What TMDB is asked, and what its answers mean.
///
/// After https://developer.themoviedb.org/reference/search-movie and movie-details.
enum TMDB {
    /// No page behind this one is given out.
    static let lastPage = 500

    /// Where pictures are, as the service itself names it.
    static let images = "https://image.tmdb.org/t/p"

    // MARK: Asking

    /// The address of one page of results.
    static func search(
        _ query: CatalogueQuery, page: Int, _ settings: CatalogueSettings
    ) -> WebAddress? {
        address(
            "/search/movie",
            [
                ("query", query.text), ("include_adult", "false"),
                ("language", settings.language), ("page", "\(page)"),
            ], settings)
    }

    /// The address of one film and of those who made it.
    static func movie(
        _ key: String, language: String, _ settings: CatalogueSettings
    ) -> WebAddress? {
        address(
            "/movie/\(key)", [("append_to_response", "credits"), ("language", language)], settings)
    }

    private static func address(
        _ path: String, _ query: [(name: String, value: String)], _ settings: CatalogueSettings
    ) -> WebAddress? {
        let key = settings.tmdbShortKey.map { [(name: "api_key", value: $0)] } ?? []
        return WebAddress(settings.tmdb)?.adding(path, query + key)
    }

    /// Whether a text can be the number of a film.
    static func isKey(_ key: String) -> Bool {
        (1...18).contains(key.utf8.count) && key.utf8.allSatisfy { $0 &- 0x30 < 10 }
    }

    // MARK: Reading

    /// The entries of a page.
    static func page(_ json: JSON, number: Int) throws(LookupFailure) -> CataloguePage {
        guard let results = json["results"]?.array else {
            throw .nonsense(.tmdb, "an answer without results or the lack of them")
        }
        let hasMore = !results.isEmpty && number < min(json["total_pages"]?.int ?? 0, lastPage)
        return CataloguePage(
            entries: results.prefix(TextLimits.entries).compactMap(entry),
            total: json["total_results"]?.int, next: hasMore ? number + 1 : nil)
    }

    private static func entry(_ film: JSON) -> CatalogueEntry? {
        guard let id = film["id"]?.int, id > 0,
            let title = (film["title"] ?? film["original_title"])?.text(atMost: TextLimits.title)
        else { return nil }
        var entry = CatalogueEntry(.tmdb, key: "\(id)", title: title)
        add(film, to: &entry)
        return entry
    }

    /// Takes over what an answer says of a film. The summary is empty where nobody has translated it.
    static func add(_ film: JSON, to entry: inout CatalogueEntry) {
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

    /// The address of a picture 342 points wide, by its path, which begins with a slash.
    private static func poster(_ path: String) -> String? {
        guard path.utf8.count <= 200, path.hasPrefix("/"), path.utf8.count > 1 else { return nil }
        return WebAddress(images)?.adding("/w342\(path)").text
    }
}
