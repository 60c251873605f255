/// Imitates TMDB: https://developer.themoviedb.org/reference.
struct StandInTMDB: Sendable {
    let films: [StandInFilm]
    /// The API key, which is sent as `api_key`.
    let key: String
    /// The access token, which is sent as a bearer token in place of the key.
    let token: String

    private static let pageSize = 20

    func reply(to question: StandInRequest, authorization: String?) -> StandInReply {
        guard question["api_key"] == key || authorization == "Bearer \(token)" else {
            return Self.refusal(
                401, 7, "Invalid API key: You must be granted a valid key.")
        }
        if question.path == "/search/movie" { return search(question) }
        if question.path == "/configuration" { return .json(configuration) }
        if question.path.hasPrefix("/movie/"),
            let film = films.first(where: { question.path == "/movie/\($0.id)" })
        {
            return .json(details(film, question))
        }
        return Self.refusal(404, 34, "The resource you requested could not be found.")
    }

    private func search(_ question: StandInRequest) -> StandInReply {
        guard let query = question["query"], !query.isEmpty else {
            // The only error without a status code in its body.
            return .json(["errors": ["query must be provided"]], status: 422)
        }
        let page = question["page"].map { Int($0) ?? 0 } ?? 1
        guard (1...500).contains(page) else {
            return Self.refusal(
                400, 22,
                "Invalid page: Pages start at 1 and max at 500. They are expected to be "
                    + "an integer.")
        }
        let found = films.filter {
            StandInSearch.match(query, "\($0.title) \($0.original)")
                || $0.title.lowercased().hasPrefix(query.lowercased())
        }
        let results = found.dropFirst((page - 1) * Self.pageSize).prefix(Self.pageSize)
        return .json([
            "page": .number(page), "results": .array(results.map { result($0) }),
            "total_pages": .number((found.count + Self.pageSize - 1) / Self.pageSize),
            "total_results": .number(found.count),
        ])
    }

    private func result(_ film: StandInFilm) -> StandInJSON {
        [
            "adult": false, "backdrop_path": .null, "genre_ids": [878], "id": .number(film.id),
            "original_language": "en", "original_title": .text(film.original),
            "overview": .text(film.overview), "popularity": 1,
            "poster_path": .text(film.poster) ?? .null, "release_date": .text(film.date),
            "title": .text(film.title), "video": false, "vote_average": 0, "vote_count": 0,
        ]
    }

    /// Returns a film's details. Texts exist in English only and are empty in other languages.
    private func details(_ film: StandInFilm, _ question: StandInRequest) -> StandInJSON {
        let isEnglish = question["language"]?.hasPrefix("en") ?? true
        let genres = film.genres.enumerated().map { index, name -> StandInJSON in
            ["id": .number(index + 1), "name": .text(name)]
        }
        let crew = film.directors.map { name -> StandInJSON in
            ["id": 1, "name": .text(name), "job": "Director", "department": "Directing"]
        }
        let other: StandInJSON = ["id": 2, "name": "Somebody Else", "job": "Producer"]
        let wantsCredits = question["append_to_response"]?.contains("credits") ?? false
        return [
            "adult": false, "belongs_to_collection": .null, "budget": 0, "genres": .array(genres),
            "homepage": "", "id": .number(film.id), "imdb_id": .null,
            "original_title": .text(film.original),
            "overview": .text(isEnglish ? film.overview : ""),
            "poster_path": .text(film.poster) ?? .null, "release_date": .text(film.date),
            "runtime": .number(film.minutes), "tagline": "",
            "title": .text(isEnglish ? film.title : film.original),
            "credits": wantsCredits ? ["cast": [], "crew": .array([other] + crew)] : nil,
        ]
    }

    private var configuration: StandInJSON {
        [
            "images": [
                "base_url": "http://image.tmdb.org/t/p/",
                "secure_base_url": "https://image.tmdb.org/t/p/",
                "poster_sizes": ["w92", "w154", "w185", "w342", "w500", "w780", "original"],
            ]
        ]
    }

    /// Returns a picture by its size and path.
    func picture(_ question: StandInRequest) -> StandInReply {
        let parts = question.path.split(separator: "/")
        guard parts.count == 2, parts[0].hasPrefix("w") || parts[0] == "original",
            let film = films.first(where: { $0.poster == "/\(parts[1])" })
        else { return .html("404 Not Found", status: 404) }
        return .picture(StandInPicture.png(film.id))
    }

    private static func refusal(_ status: Int, _ code: Int, _ words: String) -> StandInReply {
        .json(
            ["status_code": .number(code), "status_message": .text(words), "success": false],
            status: status)
    }
}
