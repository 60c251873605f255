import TroveLanguage
import TroveModel
import TroveStore

/// Adds an item.
struct Add: ShellCommand {
    var kind = KindIndex(0)
    var title = Spanned<String>.unread
    var fields: [Assignment] = []
    /// The first word of the title, if it may be a misspelled kind, and the kinds it resembles.
    var likelyKind: (word: String, meant: [String])?
    /// Whether a duplicate is added without confirmation.
    var isConfirmed = false

    static let name = "add"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Add>(
        .collect, "add an item",
        details: """
            Without a kind, it adds an item of the kind that `use` chose, by default a book. A title \
            needs quotes if it has a colon, or a word that begins with #, -- or a quote: \
            add book "Dune: Messiah". It asks before it adds a book you already have, by ISBN or \
            by title and author; in a script, --yes adds it again. If you paste several lines at \
            the prompt and none is a command, Trove offers to add them as items, or to import them \
            if they are a table.
            """,
        arguments: [
            Argument("[KIND] TITLE [FIELD:VALUE…]", [.kind, .newItem, .assignments]) {
                (reader, command) throws(LanguageError) in
                try reader.refuseRetiredKind(mayBeTitle: true)
                if let kind = reader.takeKind() {
                    command.kind = kind
                } else {
                    try reader.refuseMisspelledKind()
                    command.likelyKind = reader.likelyKind
                    command.kind = reader.context.currentKind
                }
                let words = reader.rest
                let (title, fields) = try reader.takeTitleAndAssignments(
                    of: reader.context.kinds[command.kind])
                guard let title else { throw reader.missingTitle(before: words) }
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
        let (values, indexes) = try values(
            in: context.kinds, today: context.surroundings.today
        ) { (typed, former) in
            try context.photo(typed.value, at: typed.span, insteadOf: former)
        }
        try context.checkNames(of: values, kind, fields, indexes, elsewhere: title.span)
        let reply = try context.admit(
            values, of: kind, given: indexes, isConfirmed, blaming: title.span)
        guard let likelyKind else { return reply }
        return .sequence([
            reply, .warning(Message.isInTitle(likelyKind.word, insteadOf: likelyKind.meant)),
        ])
    }

    /// Returns the values of the item, checked against the rules of its kind.
    ///
    /// - Parameters:
    ///   - kinds: the kinds.
    ///   - today: today's date.
    ///   - photo: returns the value for a photo as typed, in place of a former value.
    /// - Returns: a value for each field of the kind, and the field of each assignment.
    /// - Throws: the first error that can be found from the command alone.
    func values(
        in kinds: Kinds, today: PartialDate,
        photo: (_ typed: Spanned<String>, _ former: Value?) throws -> Value
    ) throws -> (values: [Value?], fields: [FieldIndex]) {
        let kind = kinds[kind]
        var values = kind.initialValues(today: today)
        do throws(RuleViolation) {
            values[Kind.titleIndex] = try kind.fields[Kind.titleIndex].parse(
                title.value, today: today)
        } catch {
            throw CommandFailure(.violation(error, kind: kind), at: title.span)
        }
        let indexes = try fields.map { assignment in
            let field = try kind.field(named: assignment.field)
            // The title was given before the fields.
            if field == Kind.titleIndex {
                throw LanguageError(.fieldTwice(kind.fields[field].name), at: assignment.field.span)
            }
            return field
        }
        try kind.assign(fields, indexes, to: &values, today: today, photo: photo)
        kind.completeLoan(of: &values, after: nil, given: indexes, today: today)
        kind.completeState(of: &values, given: indexes)
        do throws(RuleViolation) {
            try kind.check(values)
        } catch {
            throw kind.failure(error, fields, indexes, elsewhere: title.span)
        }
        return (values, indexes)
    }
}
