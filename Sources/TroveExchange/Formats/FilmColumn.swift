/// The columns of Letterboxd's tables about a film or a viewing.
enum FilmColumn: Int, CaseIterable, Sendable {
    case name, year, logged, rating, rating10, watched, rewatch, tags, review, directors
    /// The address of the film, or in tables of viewings that of the entry.
    case address
    /// The address of the film in the table that Letterboxd imports.
    case filmAddress
    case tmdb, imdb

    /// The names of the column, in lower case.
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
        case .address: ["letterboxd uri"]
        case .filmAddress: ["letterboxduri"]
        case .tmdb: ["tmdbid"]
        case .imdb: ["imdbid"]
        }
    }
}

/// The header of a table of Letterboxd.
struct FilmHeader {
    /// The cell of each column; nil for a column that the table lacks.
    private var cells: [Int?] = FilmColumn.allCases.map { _ in nil }
    /// The titles of the columns that are imported.
    private(set) var used: [String] = []
    private(set) var unknown: [(cell: Int, title: String)] = []

    /// Reads a header; nil without a column for the name of the film.
    init?(_ record: TableRecord) {
        for (cell, title) in record.columnNames.enumerated() {
            let name = title.lowercased()
            guard let column = FilmColumn.allCases.first(where: { $0.names.contains(name) }),
                cells[column.rawValue] == nil
            else {
                unknown.append((cell, title))
                continue
            }
            cells[column.rawValue] = cell
            used.append(title)
        }
        guard self[.name] != nil else { return nil }
    }

    subscript(column: FilmColumn) -> Int? { cells[column.rawValue] }

    /// Whether each record is about a viewing, and not about a film.
    var hasViewings: Bool { self[.watched] != nil || self[.review] != nil }
}
