// The id of a book is an ISBN of either length, an Amazon number, or a UUID of StoryGraph. Ratings
// are in quarter stars. Exports of 2021 have the columns `Author` and `ISBN`. `Dates Read` has days
// and periods: `2025/03/01-2025/03/14, 2026/09/01`.

import TroveModel

extension ProgramFormat {
    static let storyGraph = ProgramFormat(
        name: "storygraph", title: "StoryGraph", subject: .books,
        signatures: [["title", "read status", "star rating"]],
        states: [
            StateWord("to-read", "to-read"),
            StateWord("currently-reading", "reading"),
            StateWord("read", "finished"),
            StateWord("did-not-finish", "reading", isShelf: true),
            StateWord("paused", "reading", isShelf: true),
        ],
        columns: [
            ImportColumn("title", .title),
            ImportColumn("authors", .creator(.asIs)),
            ImportColumn("author", .creator(.asIs)),
            ImportColumn("contributors", .line()),
            ImportColumn("isbn/uid", .isbn),
            ImportColumn("isbn", .isbn),
            ImportColumn("format", .line()),
            ImportColumn("read status", .state),
            ImportColumn("date added", .day("Added")),
            ImportColumn("last date read", .day("Read", reaches: "finished")),
            ImportColumn("dates read", .line()),
            ImportColumn("read count", .line(unless: ["0"])),
            ImportColumn("moods", .line()),
            ImportColumn("pace", .line()),
            ImportColumn("character- or plot-driven?", .line()),
            ImportColumn("strong character development?", .line()),
            ImportColumn("loveable characters?", .line()),
            ImportColumn("diverse characters?", .line()),
            ImportColumn("flawed characters?", .line()),
            ImportColumn("star rating", .rating(of: 5)),
            ImportColumn("review", .review),
            ImportColumn("content warnings", .line()),
            ImportColumn("content warning description", .line()),
            ImportColumn("tags", .shelves()),
            ImportColumn("owned?", .line()),
        ])
}
