// The CSV catalogue of Calibre has the columns that the user chose, with every cell in quotes. The
// names of custom columns begin with `#`. Authors are joined with `, ` or ` & `. Dates have a time
// and an offset, and the year 101 stands for an unknown date. Comments are HTML.

import TroveModel

extension ProgramFormat {
    static let calibre = ProgramFormat(
        name: "calibre", title: "Calibre", subject: .books,
        signatures: [
            ["title", "authors", "author_sort"], ["title", "authors", "title_sort"],
            ["title", "authors", "library_name"], ["title", "authors", "uuid"],
            ["title", "authors", "timestamp"], ["title", "authors", "series_index"],
        ],
        ownColumnPrefix: "#",
        // The unknown date is the first day of the year 101, in any time zone.
        unknownYears: 100...101,
        columns: [
            ImportColumn("title", .title),
            ImportColumn("authors", .creators(.ampersands)),
            ImportColumn("author_sort", .leftOut),
            ImportColumn("rating", .rating(of: 5)),
            ImportColumn("library_name", .line("Library")),
            ImportColumn("timestamp", .field(.added)),
            ImportColumn("formats", .line("Formats")),
            ImportColumn("size", .leftOut),
            ImportColumn("isbn", .isbn),
            ImportColumn("identifiers", .line("Identifiers")),
            ImportColumn("comments", .prose(.description)),
            ImportColumn("tags", .names(.tags)),
            ImportColumn("series", .field(.series)),
            ImportColumn("series_index", .field(.volume)),
            ImportColumn("languages", .field(.language)),
            ImportColumn("cover", .cover),
            ImportColumn("title_sort", .leftOut),
            ImportColumn("publisher", .field(.publisher)),
            ImportColumn("pubdate", .year()),
            ImportColumn("ondevice", .leftOut),
            ImportColumn("id", .identity),
            ImportColumn("uuid", .leftOut),
        ])
}
