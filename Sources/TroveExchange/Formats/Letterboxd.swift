// A folder of tables, zipped: `watched.csv`, `ratings.csv`, `diary.csv` and `reviews.csv` speak of the
// same films, and only name and year tell which is which, because the address in the diary and the
// reviews is the entry's, not the film's. `Date` is when something was logged, `Watched Date` when the
// film was seen; a film may be in the diary again and again. `profile.csv` has the person's e-mail
// address, and is never opened. The last names are those of the table that Letterboxd takes.

import TroveModel

extension ProgramFormat {
    static let letterboxd = ProgramFormat(
        name: "letterboxd", title: "Letterboxd", subject: .movies,
        signatures: [
            ["name", "year", "letterboxd uri"], ["title", "letterboxduri"], ["title", "tmdbid"],
            ["title", "imdbid", "watcheddate"], ["title", "rating10"], ["title", "watcheddate"],
        ],
        columns: FilmColumn.allCases.flatMap { column in
            column.names.map { ImportColumn($0, column.use) }
        })
}

/// What is known of a film, or of one time that it was seen.
enum FilmColumn: Int, CaseIterable, Sendable {
    case name, year, logged, rating, rating10, watched, rewatch, tags, review, directors, entry
    case identity

    /// In lower case.
    var names: [String] {
        switch self {
        case .name: ["name", "title"]
        case .year: ["year"]
        case .logged: ["date"]
        case .rating: ["rating"]
        case .rating10: ["rating10"]
        case .watched: ["watched date", "watcheddate"]
        case .rewatch: ["rewatch"]
        case .tags: ["tags"]
        case .review: ["review"]
        case .directors: ["directors"]
        case .entry: ["letterboxd uri", "letterboxduri"]
        case .identity: ["tmdbid", "imdbid"]
        }
    }

    var use: ColumnUse {
        switch self {
        case .name: .title
        case .year: .line("Year")
        case .logged: .day("Logged")
        case .rating: .rating(of: 5)
        case .rating10: .rating(of: 10)
        case .watched: .date(field: "watched")
        case .rewatch: .line("Rewatch")
        case .tags: .line("Tags")
        case .review: .review
        case .directors: .line("Directors")
        case .entry, .identity: .leftOut
        }
    }
}
