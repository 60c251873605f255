import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Records that an item is lent.
struct Lend: ShellCommand {
    var item = Spanned<Reference>.unread
    var borrower = Spanned<String>.unread
    /// The due date as typed.
    var due: Spanned<String>?
    /// Whether several items that meet a condition are changed without confirmation.
    var isConfirmed = false

    static let name = "lend"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Lend>(
        .library, "record who has an item",
        details: """
            Lists then show who has the item, and when it is overdue. `return` records that it is \
            back, and `loans` shows all loans.
            """,
        appliesTo: { $0.index(ofRole: .borrower) != nil },
        arguments: [
            .item(
                \.item,
                before: [
                    .required("to", "NAME", \.borrower, .known(.borrower), missing: .borrower),
                    .optional("due", "DATE", \.due, .known(.due)),
                ]), .option("--yes", \.isConfirmed),
        ],
        examples: [
            .init(
                #"lend Dune to:Bob due:"in 2 weeks""#,
                """
                Changed book 1: Dune
                  lent-to  (none) → Bob
                  lent-on  (none) → 2026-11-20
                  due      (none) → 2026-12-04
                """),
            .init("lend 1 to:Cleo", "error: \"Dune\" is lent to Bob"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.library.begin()
        let items = try context.items([item], for: .update)
        let changes = try items.map { ($0, try loan(of: $0, in: context)) }
        let reply = try context.report(changes)
        let overdue = try items.compactMap { try warning(about: $0, in: context) }
        guard let warning = overdue.first else { return reply }
        return .sequence([reply, .warning(warning)])
    }

    /// Returns the change that records the loan of an item.
    private func loan(of item: Item, in context: any CommandContext) throws -> Change? {
        let kind = context.kinds[item.kind]
        guard let field = kind.index(ofRole: .borrower) else {
            throw CommandFailure(.doesNotApply(verb: Self.name, kind: kind), at: self.item.span)
        }
        if let loan = kind.loan({ item.values[$0] }) {
            let due = kind.index(ofRole: .due).map { kind.fields[$0].name }
            throw CommandFailure(
                .isLent(item, to: loan.borrower, dueField: due), at: self.item.span)
        }
        var assignments = [context.assignment(kind, field, borrower)]
        if let due {
            guard let dueField = kind.index(ofRole: .due) else {
                throw CommandFailure(.doesNotApply(verb: "due:", kind: kind), at: due.span)
            }
            assignments.append(context.assignment(kind, dueField, due))
        }
        return try context.update(item, assignments)
    }

    /// Returns the warning that the loan of an item is due before today; nil if it is not.
    private func warning(about item: Item, in context: any CommandContext) throws -> TerminalText? {
        let kind = context.kinds[item.kind]
        guard let field = kind.index(ofRole: .due),
            let now = try context.library.item(numbered: item.number),
            let loan = kind.loan({ now.values[$0] }),
            loan.isOverdue(on: context.surroundings.today), let date = loan.due
        else { return nil }
        return Message.isPast(kind.fields[field].name, date)
    }
}
