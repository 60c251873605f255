// A folder of tables, zipped: `watched.csv`, `ratings.csv`, `diary.csv` and `reviews.csv` speak of the
// same films, and only name and year tell which is which, because the address in the diary and the
// reviews is the entry's, not the film's. `Date` is when something was logged, `Watched Date` when the
// film was seen; a film may be in the diary again and again. `profile.csv` has the user's e-mail
// address, and is never opened. The last names are those of the table that Letterboxd takes.

import TroveModel

/// The tables of Letterboxd, joined: one item for each film.
struct Letterboxd: ImportFormat {
    let name = "letterboxd"
    let title = "Letterboxd"

    /// Names of columns: a header that has all of one row is of this format.
    private static let signatures = [
        ["name", "year", "letterboxd uri"], ["title", "letterboxduri"], ["title", "tmdbid"],
        ["title", "imdbid", "watcheddate"], ["title", "rating10"], ["title", "watcheddate"],
    ]
    /// The files of an archive that speak of films the user has seen.
    private static let tables = ["watched.csv", "ratings.csv", "diary.csv", "reviews.csv"]

    func open(
        _ table: ImportTable, isNamed: Bool, _ kinds: Kinds
    ) throws(ImportFailure) -> ImportContents? {
        let names = table.titles.map { $0.lowercased() }
        guard isNamed || Self.signatures.contains(where: { $0.allSatisfy(names.contains) }) else {
            return nil
        }
        guard var join = FilmJoin(kinds: kinds), let columns = join.begin(header: table.header)
        else { throw .isNot(format: name, header: table.titles) }
        // Only the name of the file distinguishes films to see from films seen.
        let isWatched = !table.fileName.lowercased().hasPrefix("watchlist")
        let rows = FilmRows(
            [FilmRows.Table(header: table.header, reader: table.reader)], join: join,
            isWatched: isWatched)
        return ImportContents(
            rows: rows, leftOut: columns.leftOut, notUnderstood: columns.unknown)
    }

    func open(_ archive: ImportArchive, _ kinds: Kinds) throws(ImportFailure) -> ImportContents? {
        let files = archive.files.filter { Self.tables.contains($0.name) }
        guard !files.isEmpty else { return nil }
        guard var join = FilmJoin(kinds: kinds) else {
            throw .isUnknownArchive(files.map(\.path))
        }
        var (leftOut, unknown): ([String], [String]) = ([], [])
        var tables: [FilmRows.Table] = []
        for file in files {
            let reader = TableReader(try archive.bytes(of: file))
            let header = try ImportTable.header(of: reader)
            guard header.count > 0 else { continue }
            guard let columns = join.begin(header: header) else {
                throw .isNot(format: name, header: header.columnNames)
            }
            leftOut += columns.leftOut.filter { !leftOut.contains($0) }
            unknown += columns.unknown.filter { !unknown.contains($0) }
            tables.append(FilmRows.Table(header: header, reader: reader))
        }
        let others = archive.files.map(\.name).filter { !Self.tables.contains($0) }
        return ImportContents(
            rows: FilmRows(tables, join: join), leftOut: leftOut + others, notUnderstood: unknown)
    }
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
