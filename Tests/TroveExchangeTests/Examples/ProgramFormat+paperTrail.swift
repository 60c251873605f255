// Paper Trail writes its books as a table with semicolons. Dates are days, and ten stars are the
// best rating. A book that is given away keeps its row.

import TroveModel

@testable import TroveExchange

extension ProgramFormat {
    static let paperTrail = ProgramFormat(
        name: "papertrail", title: "Paper Trail", subject: .books,
        signatures: [["name", "writer", "trail"]],
        states: [
            StateWord("planned", .planned),
            StateWord("open", .current),
            StateWord("closed", .done),
        ],
        columns: [
            ImportColumn("name", .title),
            ImportColumn("writer", .creators(.lastFirst)),
            ImportColumn("isbn", .isbn),
            ImportColumn("trail", .state),
            ImportColumn("stars", .rating(of: 10)),
            ImportColumn("labels", .names(.shelves)),
            ImportColumn("closed on", .completed),
            ImportColumn("where", .line("Place")),
            ImportColumn("gone", .removes(when: "yes")),
            ImportColumn("id", .identity),
        ])
}
