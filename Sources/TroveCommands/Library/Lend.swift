import TroveLanguage
import TroveModel
import TroveStore

/// Records that an item is lent.
struct Lend: ShellCommand {
    var item = Spanned<Reference>.unread
    var borrower = Spanned<String>.unread
    /// The due date as typed.
    var due: Spanned<String>?

    static let name = "lend"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Lend>(
        .library, "record who has an item",
        details: """
            Lists then show who has the item, and when it is overdue. `return` records that it is \
            back, and `loans` shows all loans.
            """,
        arguments: [
            .item(
                \.item,
                before: [
                    .required("to", "NAME", \.borrower, .known(.borrower), missing: .borrower),
                    .optional("due", "DATE", \.due),
                ])
        ],
        examples: [
            .init(
                "lend Dune to:Bob due:2026-12-24",
                """
                Changed book 1: Dune
                  lent-to  (none) → Bob
                  lent-on  (none) → 2026-11-20
                  due      (none) → 2026-12-24
                """),
            .init("lend 1 to:Cleo", "error: \"Dune\" is lent to Bob"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.library.begin()
        let item = try context.item(item)
        let kind = context.kinds[item.kind]
        guard let field = kind.index(ofRole: .borrower) else {
            throw CommandFailure(.doesNotApply(verb: Self.name, kind: kind), at: self.item.span)
        }
        if let loan = kind.loan({ item.values[$0] }) {
            throw CommandFailure(.isLent(item, to: loan.borrower), at: self.item.span)
        }
        let today = context.surroundings.today
        var assignments = [context.assignment(kind, field, borrower)]
        if let since = kind.index(ofRole: .lentOn) {
            let day = Spanned("\(today)", borrower.span)
            assignments.append(context.assignment(kind, since, day))
        }
        let dueField = kind.index(ofRole: .due)
        if let due {
            guard let dueField else {
                throw CommandFailure(.doesNotApply(verb: "due:", kind: kind), at: due.span)
            }
            assignments.append(context.assignment(kind, dueField, due))
        }
        let change = try context.update(item, assignments)
        let reply = try context.report([(item, change)])
        guard let dueField, let now = try context.library.item(numbered: item.number),
            let loan = kind.loan({ now.values[$0] }), loan.isOverdue(on: today),
            let date = loan.due
        else { return reply }
        return .sequence([reply, .warning(Message.isPast(kind.fields[dueField].name, date))])
    }
}
