// The id of a book is an ISBN of either length, an Amazon number, or a UUID of StoryGraph. Ratings
// are in quarter stars. Exports of 2021 have the columns `Author` and `ISBN`. `Dates Read` has days
// and periods: `2025/03/01-2025/03/14, 2026/09/01`.

import TroveModel

extension ProgramFormat {
    static let storyGraph = ProgramFormat(
        name: "storygraph", title: "StoryGraph", subject: .books,
        signatures: [["title", "read status", "star rating"]],
        columns: [
            ImportColumn("title", .title),
            ImportColumn("authors", .creators(.commas)),
            ImportColumn("author", .creators(.commas)),
            ImportColumn("contributors", .line()),
            ImportColumn("isbn/uid", .isbn),
            ImportColumn("isbn", .isbn),
            ImportColumn("format", .line()),
            ImportColumn("read status", .state),
            ImportColumn("date added", .field(.added)),
            ImportColumn("last date read", .completed),
            ImportColumn("dates read", .periods(.hyphens)),
            ImportColumn("read count", .completionCount(countsCurrent: false)),
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
            ImportColumn("tags", .names(.tags)),
            ImportColumn("owned?", .owned(unless: ["no", "0", "false"])),
        ])
}
