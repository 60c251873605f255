// The header has 24 columns since October 2022. The earlier one has 31 and ends with Recommended
// For … BCID. ISBNs are wrapped for Excel: `="0441013597"`, empty `=""`. The exclusive shelf is one
// of three or one that the user created; `Bookshelves` repeats it unless it is `read`. A rating of
// 0 means not rated. Reviews are HTML on one line. Extra columns at the end come from
// Enhance-GoodReads-Export.

import TroveModel

extension ProgramFormat {
    static let goodreads = ProgramFormat(
        name: "goodreads", title: "Goodreads", subject: .books,
        signatures: [
            ["title", "author", "exclusive shelf"], ["title", "author l-f", "my rating"],
        ],
        columns: [
            ImportColumn("book id", .identity),
            ImportColumn("title", .titleWithSeries),
            ImportColumn("author", .creators(.one)),
            ImportColumn("author l-f", .leftOut),
            ImportColumn("additional authors", .creators(.commas)),
            ImportColumn("isbn", .isbn),
            ImportColumn("isbn13", .isbn),
            ImportColumn("my rating", .rating(of: 5)),
            ImportColumn("average rating", .leftOut),
            ImportColumn("publisher", .field(.publisher)),
            ImportColumn("binding", .line()),
            ImportColumn("number of pages", .pages),
            ImportColumn("year published", .year()),
            ImportColumn("original publication year", .year(isOriginal: true)),
            ImportColumn("date read", .completed),
            ImportColumn("date added", .field(.added)),
            ImportColumn("bookshelves", .statesAndShelves),
            ImportColumn("bookshelves with positions", .leftOut),
            ImportColumn("exclusive shelf", .state),
            ImportColumn("my review", .review),
            ImportColumn("spoiler", .line()),
            ImportColumn("private notes", .line()),
            ImportColumn("read count", .completionCount(countsCurrent: true)),
            ImportColumn("recommended for", .line()),
            ImportColumn("recommended by", .line()),
            ImportColumn("owned copies", .owned(unless: ["0"])),
            ImportColumn("original purchase date", .day()),
            ImportColumn("original purchase location", .line()),
            ImportColumn("condition", .line()),
            ImportColumn("condition description", .line()),
            ImportColumn("bcid", .line()),
            ImportColumn("read_dates", .periods(.hyphens)),
            ImportColumn("genres", .countedNames(.tags)),
            ImportColumn("n_ratings", .leftOut),
        ])
}
