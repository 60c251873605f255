import TroveCodecs
import TroveModel

/// A record of a table of Letterboxd.
struct FilmRecord {
    /// The first line of the record in its file.
    let line: Int
    let name: String
    /// The year as it is written; empty if it is not known.
    let year: String
    /// The date on which it was logged.
    let logged: String
    /// The rating in stars; empty without one.
    private(set) var rating: String
    /// The date of the viewing as it is written; empty if it is not known.
    let watched: String
    let isRewatch: Bool
    let tags: String
    let review: String
    let directors: String
    /// What identifies the film: its address, or its number in a film database.
    let film: String?
    /// The address of the entry about a viewing.
    let entry: String?
    /// The values of unknown columns, with their titles.
    let others: [(title: String, text: String)]
    /// The cells as in the file, because the film may be rejected later.
    let cells: [String]

    init(_ record: TableRecord, _ header: FilmHeader, keepsUnknown: Bool) {
        func bytes(_ cell: Int) -> ArraySlice<UInt8> {
            record.bytes[CellText.trimmed(record.bytes, record.range(of: cell))]
        }
        func text(_ column: FilmColumn) -> String {
            header[column].map { CellText.line(bytes($0)) } ?? ""
        }
        line = record.line
        name = text(.name)
        year = text(.year)
        logged = text(.logged)
        rating = text(.rating)
        watched = text(.watched)
        isRewatch = ["yes", "true"].contains(text(.rewatch).lowercased())
        tags = text(.tags)
        review =
            header[.review].map {
                String(decoding: HTMLText.plain(bytes($0)), as: UTF8.self)
            } ?? ""
        directors = text(.directors)
        let address = text(.address)
        let isFilm = !header.hasViewings
        film = [
            text(.filmAddress), isFilm ? address : "",
            text(.tmdb).isEmpty ? "" : "tmdb:\(text(.tmdb))", text(.imdb),
        ].first { !$0.isEmpty }
        entry = isFilm || address.isEmpty ? nil : address
        others =
            keepsUnknown
            ? header.unknown.map { ($0.title, CellText.line(bytes($0.cell))) }
                .filter { !$0.text.isEmpty } : []
        cells = record.cells
        if rating.isEmpty, let half = CellText.thousandths(Array(text(.rating10).utf8)[...]) {
            rating = "\(FixedDecimal(thousandths: half / 2))"
        }
    }

    /// The date of the viewing, or else the date on which it was logged.
    var day: String { watched.isEmpty ? logged : watched }
}
