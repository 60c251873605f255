import TroveLanguage
import TroveModel
import TroveStore

/// Opens an item in the user's editor, with a line for each field.
struct Edit: ShellCommand {
    var item = Spanned<Reference>.unread

    static let name = "edit"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Edit>(
        .collect, "change an item in your editor",
        details: """
            Opens $VISUAL or $EDITOR with a line for each field. Errors are shown above their \
            lines when you edit again; if you do not, your text is kept in its file, which the next \
            `edit` of the item in the same shell opens. If the editor exits with an error, nothing \
            changes. It needs a terminal; scripts use `set`.
            """,
        arguments: [.item(\.item)],
        examples: [
            .init("edit 9", "error: there is no item 9"),
            .init("edit 1", "error: edit needs a terminal"),
        ])

    var needsAnswers: Bool { true }

    func run(in context: any CommandContext) throws -> Reply {
        let item = try context.item(item)
        guard let user = context.user else {
            throw CommandFailure(.needsTerminal(Self.name), at: nil)
        }
        // A library that cannot be changed is reported before the editor opens, not after.
        try context.beginChanging(item.kind)
        if try !context.library.outbox.isUnseen(item.id) {
            try context.mustAsk([(item.kind, .update)])
        }
        try context.commit()
        let form = EditForm.text(of: item, context.kinds[item.kind])
        return try user.edit(form, of: item.id, editor: context.surroundings.editor) {
            try use(EditForm($0), insteadOf: EditForm($1), for: item, context)
        }
    }

    /// Applies the fields that the user changed, and keeps what others changed meanwhile.
    ///
    /// - Throws: `EditErrors` with all errors in the text.
    private func use(
        _ edited: EditForm, insteadOf form: EditForm, for item: Item,
        _ context: any CommandContext
    ) throws -> Reply {
        try context.beginChanging(item.kind)
        guard let current = try context.library.item(numbered: item.number) else {
            throw CommandFailure(.noSuchNumber(item.number))
        }
        let kind = context.kinds[item.kind]
        var values = current.values
        var problems = edited.problems
        var fields: Set<FieldIndex> = []
        for entry in edited.changes(from: form) {
            do {
                let name = Spanned(entry.name, 0..<0)
                let field = try kind.field(named: name)
                guard fields.insert(field).inserted else {
                    throw LanguageError(.fieldTwice(kind.fields[field].name), at: 0..<0)
                }
                let value = entry.value.isEmpty ? nil : Spanned(entry.value, 0..<0)
                let assignment = Assignment(field: name, value: value, span: 0..<0)
                // The text shows whole values.
                try context.assign([assignment], [field], to: &values, of: kind, replaces: true)
            } catch let error as LibraryError {
                throw error
            } catch {
                problems.append((entry.line, ErrorReport(error)))
            }
        }
        kind.completeLoan(
            of: &values, after: current.values, given: Array(fields),
            today: context.surroundings.today)
        kind.completeState(of: &values, given: Array(fields))
        for violation in violations(in: values, after: current, context) {
            let line = kind.index(ofField: violation.field).map { edited.line(of: $0, kind) }
            let failure = CommandFailure(.violation(violation, kind: kind))
            problems.append((line ?? 0, ErrorReport(failure)))
        }
        guard problems.isEmpty else {
            // Other shells must not wait for the lock while the user edits again.
            try context.commit()
            throw edited.errors(problems)
        }
        guard let change = Change.update(from: current, to: values) else {
            let name = Message.name(of: current, context.kinds[current.kind])
            return .changes([
                ChangeReport(
                    change: nil, item: current, note: Message.unchanged(name, hasSeveral: true))
            ])
        }
        return try context.withDuplicates([change], context.perform([change]))
    }

    /// Returns the rules across fields that the values break. After each violation, restores the
    /// field's former value and checks again.
    private func violations(
        in values: [Value?], after item: Item, _ context: any CommandContext
    ) -> [RuleViolation] {
        let kind = context.kinds[item.kind]
        var values = values
        var found: [RuleViolation] = []
        while true {
            do throws(RuleViolation) {
                try kind.check(values, after: item.values)
                try context.library.catalog.checkNames(
                    of: values, kind: item.kind, except: item.number, after: item.values)
                return found
            } catch {
                found.append(error)
                guard let field = kind.index(ofField: error.field),
                    values[field] != item.values[field]
                else { return found }
                values[field] = item.values[field]
            }
        }
    }
}
