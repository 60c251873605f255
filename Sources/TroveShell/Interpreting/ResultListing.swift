import TroveLookup
import TroveModel

/// What a search has found, beside what the library has.
struct ResultListing {
    /// One result.
    struct Row {
        /// The N in `rN`.
        let number: Int
        let entry: CatalogueEntry
        /// Whether it is on the read list, or read to its end.
        let isTicked: Bool
        /// The number of the thing in the library that it is; nil when it is not there.
        let owned: Int?
    }

    let rows: [Row]
    let service: CatalogueService
    let subject: CatalogueSubject
    /// How many the catalogue says there are in all.
    let total: Int?
    /// Whether there is another page.
    let hasMore: Bool
}

extension ResultListing {
    /// The rows for people.
    var report: Report {
        let isMarked = rows.contains { !Message.mark(of: $0).isEmpty }
        return Report(
            ["#"] + (isMarked ? [""] : []) + ["title", "by", "year", "pages"],
            rows.map { row in
                let title = [row.entry.title, row.entry.subtitle].compactMap(\.self)
                return [.string("r\(row.number)")]
                    + (isMarked ? [.string(Message.mark(of: row))] : []) + [
                        .string(title.joined(separator: ": ")),
                        .string(row.entry.creators.joined(separator: ", ")),
                        row.entry.year.map { .integer($0) } ?? .null,
                        row.entry.pages.map { .integer($0) } ?? .null,
                    ]
            })
    }

    /// The rows for programs.
    var data: Report {
        Report(
            [
                "result", "title", "subtitle", "creators", "year", "pages", "isbn", "key", "cover",
                "ticked", "number",
            ],
            rows.map { row in
                let entry = row.entry
                return [
                    .string("r\(row.number)"), .string(entry.title),
                    entry.subtitle.map { .string($0) } ?? .null,
                    .array(entry.creators.map { .string($0) }),
                    entry.year.map { .integer($0) } ?? .null,
                    entry.pages.map { .integer($0) } ?? .null,
                    entry.isbns.isEmpty ? .null : .array(entry.isbns.map { .string($0.thirteen) }),
                    .string(entry.key), entry.cover.map { .string($0) } ?? .null,
                    .bool(row.isTicked), row.owned.map { .integer($0) } ?? .null,
                ]
            })
    }
}
