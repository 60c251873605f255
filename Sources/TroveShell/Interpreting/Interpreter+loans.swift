import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// What is lent, to whom, and when it comes back.
extension Interpreter {
    func lend(
        _ reference: Spanned<Reference>, to borrower: Spanned<String>, due: Spanned<String>?
    ) throws -> Reply {
        try library.begin()
        let item = try item(reference)
        let kind = kinds[item.kind]
        guard let field = kind.index(ofRole: .borrower) else {
            throw CommandFailure(.doesNotApply(verb: "lend", kind: kind), at: reference.span)
        }
        if let loan = kind.loan({ item.values[$0] }) {
            throw CommandFailure(.isLent(item, to: loan.borrower), at: reference.span)
        }
        let today = session.surroundings.today
        var assignments = [assignment(kind, field, borrower)]
        if let since = kind.index(ofRole: .lentOn) {
            assignments.append(assignment(kind, since, Spanned("\(today)", borrower.span)))
        }
        let dueField = kind.index(ofRole: .due)
        if let due {
            guard let dueField else {
                throw CommandFailure(.doesNotApply(verb: "due:", kind: kind), at: due.span)
            }
            assignments.append(assignment(kind, dueField, due))
        }
        let change = try update(item, assignments)
        let reply = try report([(item, change)])
        guard let dueField, let now = try library.item(numbered: item.number),
            let loan = kind.loan({ now.values[$0] }), loan.isOverdue(on: today),
            let date = loan.due
        else { return reply }
        return .sequence([reply, .warning(Message.isPast(kind.fields[dueField].name, date))])
    }

    private func assignment(
        _ kind: Kind, _ field: Int, _ value: Spanned<String>?
    ) -> Assignment {
        let span = value?.span ?? 0..<0
        return Assignment(field: Spanned(kind.fields[field].name, span), value: value, span: span)
    }

    func giveBack(_ references: [Spanned<Reference>]) throws -> Reply {
        try library.begin()
        let changes = try items(references).map { item -> (item: Item, change: Change?) in
            let kind = kinds[item.kind]
            guard let borrower = kind.index(ofRole: .borrower) else {
                throw CommandFailure(
                    .doesNotApply(verb: "return", kind: kind), at: references[0].span)
            }
            let fields = [borrower] + [.lentOn, .due].compactMap { kind.index(ofRole: $0) }
            return (item, try update(item, fields.map { assignment(kind, $0, nil) }))
        }
        return try report(changes) { Message.isNotLent(Message.name(of: $0, kinds[$0.kind])) }
    }

    /// What is lent: what is overdue first, then by the day on which it should be back.
    func loans() throws -> Reply {
        let today = session.surroundings.today
        var sections: [Listing.Section] = []
        var overdue = 0
        for (index, kind) in kinds.all.enumerated() {
            guard let borrower = kind.index(ofRole: .borrower) else { continue }
            try loadAll(index)
            let table = library.catalog.tables[index]
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
                catalog: library.catalog, sections: sections, nothing: Message.nothingLent,
                summary: Message.lent(count, overdue: overdue), hasChosenColumns: true,
                marks: try library.marks(), isInterrupted: session.isInterrupted))
    }
}
