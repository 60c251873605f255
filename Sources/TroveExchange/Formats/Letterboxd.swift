// A zipped folder of tables. `watched.csv`, `ratings.csv`, `diary.csv` and `reviews.csv` describe
// the same films. Only name and year identify a film, because the address in the diary and the
// reviews is that of the entry. `Date` is when something was logged, `Watched Date` when the film
// was seen. A film may be in the diary several times. `profile.csv` contains the user's email
// address and is never opened. The last column names are those of the table that Letterboxd itself
// imports.

import TroveModel

/// The tables of Letterboxd, joined: one item for each film.
struct Letterboxd: ImportFormat {
    let name = "letterboxd"
    let title = "Letterboxd"

    /// Sets of column names. A header that has all names of one set is of this format.
    private static let signatures = [
        ["name", "year", "letterboxd uri"], ["title", "letterboxduri"], ["title", "tmdbid"],
        ["title", "imdbid", "watcheddate"], ["title", "rating10"], ["title", "watcheddate"],
    ]
    /// The files of an archive about films that the user has seen.
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
        // Only the file name distinguishes the watchlist from the films seen.
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

/// The columns about a film or a viewing.
enum FilmColumn: Int, CaseIterable, Sendable {
    case name, year, logged, rating, rating10, watched, rewatch, tags, review, directors, entry
    case identity

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
