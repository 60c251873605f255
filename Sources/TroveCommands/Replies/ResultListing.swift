import TroveCodecs
package import TroveLookup
package import TroveModel
import TroveTerminal

/// The results of a search, and which of them the library has.
package struct ResultListing {
    /// One result.
    package struct Row {
        /// The number N in `rN`.
        package let number: Int
        /// The result itself.
        package let entry: CatalogueEntry
        /// Whether the result is on the read list or finished.
        package let isTicked: Bool
        /// The number of the matching item in the library; nil if there is none.
        package let owned: ItemNumber?
    }

    /// The results, in the order of their numbers.
    package let rows: [Row]
    /// The service that was searched.
    package let service: (any CatalogueService)?
    /// How many results the service reports.
    package let total: Int?
    /// Whether there is another page.
    package let hasMore: Bool
}

extension ResultListing {
    /// The rows for users, without empty columns.
    package var report: Report {
        let columns: [(name: String, cell: (Row) -> JSON)] = [
            ("#", { .string("r\($0.number)") }),
            ("", { .string(Message.mark(of: $0)) }),
            ("title", { .string(Message.title(of: $0.entry)) }),
            ("by", { .string($0.entry.creators.joined(separator: ", ")) }),
            ("year", { $0.entry.year.map { .integer($0) } ?? .null }),
            ("pages", { $0.entry.pages.map { .integer($0) } ?? .null }),
        ]
        let used = columns.filter { column in
            rows.contains { ![.null, .string("")].contains(column.cell($0)) }
        }
        var report = Report(used.map(\.name), rows.map { row in used.map { $0.cell(row) } })
        report.titleColumn = used.firstIndex { $0.name == "title" }
        return report
    }

    /// Returns all details of results for programs, named as in the list of results.
    static func details(of results: [(number: Int, entry: CatalogueEntry)]) -> Report {
        func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
        func number(_ number: Int?) -> JSON { number.map { .integer($0) } ?? .null }
        func list(_ texts: [String]) -> JSON {
            texts.isEmpty ? .null : .array(texts.map { .string($0) })
        }
        return Report(
            [
                "result", "title", "subtitle", "creators", "year", "pages", "minutes", "publisher",
                "isbn", "subjects", "about", "key", "cover", "from",
            ],
            results.map { result in
                let entry = result.entry
                return [
                    .string("r\(result.number)"), .string(entry.title), text(entry.subtitle),
                    list(entry.creators), number(entry.year), number(entry.pages),
                    number(entry.minutes), text(entry.publisher),
                    list(entry.isbns.map(\.thirteen)), list(entry.subjects), text(entry.summary),
                    .string(entry.key), text(entry.cover), .string(entry.serviceName),
                ]
            })
    }

    /// The rows for programs.
    package var data: Report {
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
                    .bool(row.isTicked), row.owned.map { .integer($0.rawValue) } ?? .null,
                ]
            })
    }
}
