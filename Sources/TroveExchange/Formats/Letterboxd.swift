// A zipped folder of tables. `watched.csv`, `ratings.csv` and `watchlist.csv` list films, with the
// address of the film. `diary.csv` and `reviews.csv` list viewings, with the address of the entry,
// so name and year must identify the film. `Date` is when something was logged, `Watched Date` when
// the film was seen. A film may be in the diary several times. `profile.csv` contains the user's
// email address and is never opened. The last column names are those of the table that Letterboxd
// itself imports.

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
    /// The files of an archive that are imported.
    private static let tables = [
        "watched.csv", "ratings.csv", "diary.csv", "reviews.csv", watchlist,
    ]
    /// The file with the account, which is never read.
    private static let profile = "profile.csv"
    /// The file with films to watch.
    private static let watchlist = "watchlist.csv"

    func open(
        _ table: ImportTable, _ request: ImportRequest
    ) throws(ImportFailure) -> ImportContents? {
        let names = table.titles.map { $0.lowercased() }
        guard
            request.isNamed || Self.signatures.contains(where: { $0.allSatisfy(names.contains) })
        else { return nil }
        guard let join = FilmJoin(request), let header = FilmHeader(table.header) else {
            throw .isNot(format: name, header: table.titles)
        }
        // Only the file name distinguishes the watchlist from the films seen.
        let isWatched = !table.fileName.lowercased().contains("watchlist")
        table.reader.repairsText = true
        let source = FilmRows.Table(
            header: header, reader: table.reader, titles: table.titles, isWatched: isWatched,
            areRejects: table.areRejects)
        return ImportContents(
            rows: FilmRows([source], join: join, keepsUnknown: request.keepsUnknownColumns),
            used: header.used, notUnderstood: header.unknown.map(\.title))
    }

    func open(
        _ archive: ImportArchive, _ request: ImportRequest
    ) throws(ImportFailure) -> ImportContents? {
        let files = archive.files.filter { Self.tables.contains($0.name) }
        guard !files.isEmpty else {
            // The only table may be the one with the email address.
            guard !archive.files.contains(where: { $0.name == Self.profile }) else {
                throw .isUnknownArchive(archive.files.map(\.path))
            }
            return nil
        }
        guard let join = FilmJoin(request) else { throw .isUnknownArchive(files.map(\.path)) }
        var (used, unknown): ([String], [String]) = ([], [])
        var tables: [FilmRows.Table] = []
        for file in files {
            let reader = TableReader(try archive.bytes(of: file))
            let record = try ImportTable.header(of: reader)
            guard record.count > 0 else { continue }
            guard let header = FilmHeader(record) else {
                throw .isNot(format: name, header: record.columnNames)
            }
            reader.repairsText = true
            used += header.used.filter { !used.contains($0) }
            unknown += header.unknown.map(\.title).filter { !unknown.contains($0) }
            tables.append(
                FilmRows.Table(
                    header: header, reader: reader, titles: record.columnNames,
                    isWatched: file.name != Self.watchlist, areRejects: false))
        }
        let others = archive.files.map(\.name).filter { !Self.tables.contains($0) }
        return ImportContents(
            rows: FilmRows(tables, join: join, keepsUnknown: request.keepsUnknownColumns),
            used: used, leftOut: others, notUnderstood: unknown)
    }
}
