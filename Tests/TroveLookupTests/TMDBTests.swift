import Testing
import TroveHTTP
import TroveLookup
import TroveModel
import TroveTesting

/// Quirks of TMDB's answers.
@Suite struct TMDBTests {
    private func search(_ results: String, pages: String = "\"total_pages\": 1") throws
        -> CataloguePage
    {
        let lookup = SearchLookup(CatalogueQuery("alien", of: .movies), .withTMDBKey)
        return try ask(
            lookup, "{\(pages), \"total_results\": 7, \"results\": [\(results)]}"
        ).result.get()
    }

    static let films: [Case<String, CatalogueEntry>] = [
        Case(
            "whole",
            """
            {"id": 348, "title": "Alien", "release_date": "1979-05-25", "poster_path": "\\/p.jpg",
            "overview": "One.\\r\\nTwo.", "vote_average": 8}
            """,
            {
                var film = CatalogueEntry(TMDB(), key: "348", title: "Alien")
                film.year = 1979
                film.cover = "https://image.tmdb.org/t/p/w342/p.jpg"
                film.summary = "One.\nTwo."
                return film
            }()),
        Case(
            "empty",
            """
            {"id": 1, "title": "A", "release_date": "", "poster_path": null, "overview": ""}
            """, CatalogueEntry(TMDB(), key: "1", title: "A")),
        Case("bare", "{\"id\": 1, \"title\": \"A\"}", CatalogueEntry(TMDB(), key: "1", title: "A")),
        Case(
            "its own title only", "{\"id\": 1, \"original_title\": \"七人の侍\"}",
            CatalogueEntry(TMDB(), key: "1", title: "七人の侍")),
        Case(
            "a path that is none", "{\"id\": 1, \"title\": \"A\", \"poster_path\": \"x.jpg\"}",
            CatalogueEntry(TMDB(), key: "1", title: "A")),
    ]

    @Test(arguments: films)
    func readsFilms(_ film: Case<String, CatalogueEntry>) throws {
        #expect(try search(film.input).entries == [film.expected])
    }

    @Test func skipsFilmsWithoutATitle() throws {
        let films = """
            {"title": "A"}, {"id": 0, "title": "A"}, {"id": -5, "title": "A"}, {"id": "7", "title": "A"},
            {"id": 7}
            """
        #expect(try search(films).entries.isEmpty)
    }

    @Test func stopsAtPage500() throws {
        let film = "{\"id\": 1, \"title\": \"A\"}"
        #expect(try search(film, pages: "\"total_pages\": 2").next == 2)
        #expect(try search(film, pages: "\"total_pages\": 1").next == nil)
        #expect(try search(film, pages: "\"x\": 1").next == nil)
        let lookup = SearchLookup(
            CatalogueQuery("alien", of: .movies), page: 500, .withTMDBKey)
        let body = "{\"total_pages\": 900, \"results\": [\(film)]}"
        #expect(try ask(lookup, body).result.get().next == nil)
    }

    @Test func readsDetails() throws {
        let entry = CatalogueEntry(TMDB(), key: "603", title: "The Matrix")
        let full = try ask(
            DetailsLookup(entry, .withTMDBKey),
            """
            {"id": 603, "title": "The Matrix", "overview": "A clerk.", "runtime": 136,
            "release_date": "1999-03-30", "genres": [{"id": 28, "name": "Action"}, {"id": 1}],
            "credits": {"cast": [{"name": "Keanu Reeves"}], "crew": [
            {"job": "Producer", "name": "Joel Silver"}, {"job": "Director", "name": "Lana Wachowski"},
            {"job": "Director", "name": "Lilly Wachowski"}, {"job": "Director"}]}}
            """
        ).result.get()
        #expect(full.creators == ["Lana Wachowski", "Lilly Wachowski"])
        #expect(full.minutes == 136)
        #expect(full.subjects == ["Action"])
        #expect(full.summary == "A clerk.")
    }

    @Test(arguments: ["0", "null", "-1"])
    func treatsInvalidLengthsAsUnknown(_ runtime: String) throws {
        let entry = CatalogueEntry(TMDB(), key: "1", title: "A")
        let body = "{\"runtime\": \(runtime), \"overview\": \"x\"}"
        #expect(try ask(DetailsLookup(entry, .withTMDBKey), body).result.get().minutes == nil)
    }

    @Test func fallsBackToEnglish() throws {
        var settings = CatalogueSettings.withTMDBKey
        settings.language = "de-DE"
        let entry = CatalogueEntry(TMDB(), key: "1", title: "A")
        let bare = "{\"overview\": \"\", \"genres\": [{\"name\": \"Krimi\"}]}"
        let english = "{\"overview\": \"English.\", \"genres\": [{\"name\": \"Crime\"}]}"
        let outcome = try ask(DetailsLookup(entry, settings), bare, english)
        #expect(try outcome.result.get().summary == "English.")
        #expect(outcome.requests.first?.url.contains("language=de-DE") == true)
        #expect(outcome.requests.last?.url.contains("language=en-US") == true)
        let german = try ask(DetailsLookup(entry, settings), "{\"overview\": \"Deutsch.\"}")
        #expect(german.requests.count == 1)
        let inEnglish = try ask(DetailsLookup(entry, .withTMDBKey), bare)
        #expect(inEnglish.requests.count == 1)
        let twice = try ask(DetailsLookup(entry, settings), bare, bare)
        #expect(try twice.result.get().summary == nil)
    }
}
