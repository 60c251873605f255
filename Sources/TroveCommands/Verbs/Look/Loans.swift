import TroveLanguage
import TroveModel
import TroveStore

/// Shows the lent items, sorted by due date, so that overdue loans come first.
struct Loans: ShellCommand {
    static let name = "loans"
    static let effect = Effect.showsItems
    static let syntax = Syntax<Loans>(
        .look, "show lent items and who has them",
        details: "Overdue loans come first. `lend` and `return` record loans.",
        examples: [
            .init("loans", "Nothing is lent. `lend REF to:NAME` records a loan."),
            .init(
                "lend Dune to:Bob due:2026-12-24",
                """
                Changed book 1: Dune
                  lent-to  (none) → Bob
                  lent-on  (none) → 2026-11-20
                  due      (none) → 2026-12-24
                """),
            .init(
                "loans",
                """
                1 book
                #  title  lent-to  lent-on     due
                1  Dune   Bob      2026-11-20  2026-12-24
                1 item is lent.
                """),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        let today = context.day
        var sections: [Listing.Section] = []
        var overdue = 0
        for (index, kind) in context.kinds.enumerated() {
            guard let borrower = kind.index(ofRole: .borrower) else { continue }
            try context.loadAll(index)
            let table = context.library.catalog.tables[index]
            let found = table.rows(matching: .not(.isAbsent(field: borrower))).compactMap { row in
                kind.loan { table.value($0, at: row) }.map { (row: row, loan: $0) }
            }
            overdue += found.count { $0.loan.isOverdue(on: today) }
            let sorted = found.sorted { left, right in
                let (first, second) = (left.loan.due?.span, right.loan.due?.span)
                let (low, high) = (first?.upperBound ?? .max, second?.upperBound ?? .max)
                return low == high ? left.row < right.row : low < high
            }
            let columns = [borrower] + [.lentOn, .due].compactMap { kind.index(ofRole: $0) }
            sections.append(
                Listing.Section(
                    kind: index, rows: sorted.map(\.row), columns: [Kind.titleIndex] + columns,
                    isCutShort: false))
        }
        sections.removeAll(where: \.rows.isEmpty)
        let count = sections.reduce(0) { $0 + $1.rows.count }
        return .listing(
            Listing(
                catalog: context.library.catalog, sections: sections,
                nothing: Message.nothingLent, summary: Message.lent(count, overdue: overdue),
                hasChosenColumns: true, marks: try context.library.outbox.marks(),
                goesOn: context.goesOnListing))
    }
}
