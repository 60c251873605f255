import TroveLanguage
import TroveModel
import TroveStore

/// Adds an item.
struct Add: ShellCommand {
    var kind = KindIndex(0)
    var title = Spanned<String>.unread
    var fields: [Assignment] = []
    /// Whether a duplicate is added without a confirmation.
    var isConfirmed = false
    /// The item, if it was drafted ahead.
    var draft: AddDraft?

    static let name = "add"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Add>(
        .collect, "add an item",
        details: """
            Without a kind, it adds an item of the kind that `use` chose, at first a book. A title \
            needs quotes if it has a colon, or a word that begins with #, -- or a quote: \
            add book "Dune: Messiah". It asks before it adds a book you already have, by ISBN or \
            by title and author; in a script, --yes adds it again. Several lines pasted at the \
            prompt, of which none is a command, are offered as items, or as an import if they are \
            a table.
            """,
        arguments: [
            Argument("[KIND] TITLE [FIELD:VALUE…]", [.kind, .newItem, .assignments]) {
                (reader, command) throws(LanguageError) in
                command.kind = reader.takeKind() ?? reader.context.currentKind
                let (title, fields) = try reader.takeTitleAndAssignments(
                    of: reader.context.kinds[command.kind])
                guard let title else { throw reader.missing(.title) }
                command.title = title
                command.fields = fields
            }, .option("--yes", \.isConfirmed),
        ],
        examples: [
            .init(#"add book "Emma" author:"Jane Austen" pages:474"#, "Added book 5: Emma"),
            .init("add gem Opal hardness:6 birthstone:october", "Added gem 6: Opal"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.beginChanging(kind)
        let draft = try currentDraft(in: context)
        try context.checkNames(
            of: draft.values, kind, fields, draft.fields, elsewhere: title.span)
        if let fingerprint = draft.addition?.item.fingerprint {
            context.library.duplicates.take(fingerprint, kind: kind)
        }
        return try context.admit(draft.values, of: kind, isConfirmed, blaming: title.span)
    }

    /// Returns the draft, made again if the kinds or the day have changed since.
    private func currentDraft(in context: any CommandContext) throws -> AddDraft {
        let today = context.surroundings.today
        if let draft, draft.kinds === context.kinds, draft.today == today { return draft }
        return try makeDraft(in: context.kinds, today: today, isAhead: false) {
            (typed, former) in
            try context.photo(typed.value, at: typed.span, insteadOf: former)
        }
    }
}
