import TroveCodecs
import TroveLanguage
import TroveModel
import TroveStore

/// Lists the kinds, shows their definitions, and defines kinds and fields of the user's own.
struct DefineKind: ShellCommand {
    /// What `kind` does.
    enum Action: Sendable {
        case list, show, new, addField, set, renameField, retireField, retire, load, check
    }

    var action = Action.list
    /// The kind, or the file of `load` and `check`.
    var subject = Spanned<String>.unread
    /// The field; for `new` and `set`, nothing.
    var field = Spanned<String>.unread
    /// The rest of the line as typed: options, or a name and options.
    var rest: Spanned<String>?

    static let name = "kind"
    static let effect = Effect.changesItems
    static let syntax = Syntax<DefineKind>(
        .library, "define kinds and fields of your own",
        details: """
            A field has a type (text, number, decimal, date, month, choice, ladder, set or isbn) and \
            options:

            range:1..10\tthe least and the greatest number
            step:0.5\tthe step of a decimal
            choices:A,B\tvalues that are offered; others are accepted, too
            states:A,B\tthe states of a ladder, the only values that it takes
            initial:today\tthe value of a new item: today, or one of the states
            unique:yes\tno two items have the same text
            past:yes\tthe date is not in the future
            people:yes\tthe text names people, and is sorted by family name
            rank:N\tits place in lists
            role:NAME\twhat it is used for: with their roles, `rate`, `note`, `lend`, `page`, `tag` \
            and `shelve` work on it
            of:FIELD\twith role:progress, the field with the total
            description:"TEXT"\tits line in the help
            retired:no\tbrings a retired field back

            The roles that a type can have:

            text\tborrower, catalogue-key, cover, creator, description, genre, isbn, language, note, \
            photo, publisher, series
            number\tprogress, rating, volume, year
            decimal\trating, volume
            date\tadded, completed, due, lent-on, started
            month\tbirthstone
            choice\tgenre, language, publisher, series
            set\tshelves, tags
            isbn\tisbn

            A kind has options, too:

            plural:NAME\tits plural
            also:A,B\tother names
            create:refuse\tadditions need the server; with create:queue they wait for it
            update:refuse\tthe same for changes, and delete:refuse for deletions
            duplicates:FIELD\titems with one title are different if this field differs
            retired:no\tbrings a retired kind back

            `kind set` replaces choices and states, or adds and removes some: choices:+C,-A. \
            Definitions are synced and can be undone. Nothing is deleted: a retired field or kind \
            keeps its values and items.

            `kind show` prints the text format, which `kind load` reads. There, a line can follow a \
            field for each of its states: state NAME, with the options meaning:"TEXT", also:A,B for \
            other names, owned:yes and skipped:yes, which `advance` passes over.
            """,
        forms: [
            [],
            [.keyword("show", \.action, .show), kindArgument(.kind)],
            [
                .keyword("new", \.action, .new),
                restArgument("NAME [OPTION:VALUE…]"),
            ],
            [
                .keyword("add-field", \.action, .addField), kindArgument(.kind),
                restArgument("FIELD TYPE [OPTION:VALUE…]", [.newField]),
            ],
            [
                .keyword("set", \.action, .set), changeableKind,
                restArgument("[FIELD] OPTION:VALUE…", [.changedField]),
            ],
            [
                .keyword("rename-field", \.action, .renameField), changeableKind, fieldArgument,
                restArgument("NEW-NAME"),
            ],
            [.keyword("retire-field", \.action, .retireField), changeableKind, fieldArgument],
            [.keyword("retire", \.action, .retire), kindArgument(.ownKind)],
            [.keyword("load", \.action, .load), fileArgument],
            [.keyword("check", \.action, .check), fileArgument],
        ], takesSource: true,
        examples: [
            .init(
                "kind new vinyl",
                """
                Defined the kind vinyl (vinyls).
                Next: `kind add-field vinyl FIELD TYPE`, or `add vinyl TITLE`.
                """),
            .init(
                "kind add-field vinyl stars number range:1..5 role:rating rank:2",
                "Added the field stars (number) to vinyl."),
            .init(
                "kind show vinyl",
                """
                kind vinyl plural:vinyls create:queue update:queue delete:queue
                field title text rank:1 description:"the title"
                field stars number range:1..5 rank:2 role:rating
                """),
        ])

    private static let changeableKind = kindArgument(.changeableKind)

    private static func kindArgument(_ content: Slot.Content) -> Argument<DefineKind> {
        Argument<DefineKind>("KIND", [content], width: .one) {
            (reader, command) throws(LanguageError) in
            guard let word = reader.next() else { throw reader.missing(.kind) }
            command.subject = Spanned(word.text, word.span)
        }
    }

    private static let fieldArgument = Argument<DefineKind>("FIELD", [.ownField], width: .one) {
        (reader, command) throws(LanguageError) in
        guard let word = reader.next() else { throw reader.missing(.field) }
        command.field = Spanned(word.text, word.span)
    }

    private static let fileArgument = Argument<DefineKind>("FILE", [.file], width: .atLeastOne) {
        (reader, command) throws(LanguageError) in
        guard let path = reader.takeText() else { throw reader.missing(.file) }
        command.subject = path
    }

    private static func restArgument(
        _ synopsis: String, _ contents: [Slot.Content] = []
    ) -> Argument<DefineKind> {
        Argument<DefineKind>(synopsis, contents, width: .atLeastOne) {
            (reader, command) throws(LanguageError) in
            guard let source = reader.takeSource() else { throw reader.missing(.name) }
            command.rest = source
        }
    }

    var effect: Effect {
        switch action {
        case .list, .show, .check: .readsLibrary
        default: .changesItems
        }
    }

    var needsAnswers: Bool { true }

    func run(in context: any CommandContext) throws -> Reply {
        switch action {
        case .list: return list(context)
        case .show: return try show(context)
        case .check: return try check(context)
        case .load: return try change(context) { _ in try load(context) }
        case .new: return try change(context) { try $0.define() }
        case .addField: return try change(context) { try $0.addField() }
        case .set: return try change(context) { try $0.set() }
        case .renameField: return try change(context) { try $0.renameField() }
        case .retireField: return try change(context) { try $0.retireField() }
        case .retire: return try change(context) { try $0.retire() }
        }
    }

    /// Changes the definitions, after reading those that other shells have changed.
    private func change(
        _ context: any CommandContext, _ work: (KindChanger) throws -> Reply
    ) throws -> Reply {
        try context.library.begin()
        return try work(KindChanger(command: self, context: context))
    }

    /// Later commands of a script may use what this one defines. Whether a name is taken is not
    /// known, because `undo` is not run.
    func rehearse(in context: any CommandContext) throws -> Reply {
        guard effect == .changesItems else { return .nothing }
        do {
            _ = try run(in: context)
        } catch let failure as CommandFailure {
            if case .definition(let problem) = failure.problem, problem.isCertain { throw failure }
        } catch {}
        return .nothing
    }

    private func list(_ context: any CommandContext) -> Reply {
        let kinds = context.kinds
        let retired = kinds.stored.filter { $0.isOwn && $0.isRetired && !kinds.isUndone($0) }
        let rows = (kinds.all + retired).map { kind -> [JSON] in
            let own = kind.shownFields.count { $0.isOwn }
            let origin =
                kind.isOwn
                ? kind.isRetired ? "yours, retired" : "yours"
                : own == 0 ? "built in" : "built in, \(own) \(own == 1 ? "field" : "fields") yours"
            return [
                .string(kind.name), .string(kind.plural), .integer(kind.shownFields.count),
                .string(origin),
            ]
        }
        let report = Reply.report(Report(["kind", "plural", "fields", "defined"], rows))
        guard !kinds.unreadable.isEmpty else { return report }
        return .sequence([report, .warning(Message.unreadable(kinds.unreadable))])
    }

    private func show(_ context: any CommandContext) throws -> Reply {
        let kind = context.kinds.withoutUndone(context.kinds[try context.kind(called: subject)])
        guard !context.isForPrograms else {
            return .report(
                Report(["kind", "definition"], [[.string(kind.name), .string(kind.definition)]]))
        }
        return .contents(Array(kind.definition.utf8))
    }

    private func check(_ context: any CommandContext) throws -> Reply {
        let file = try KindFile(subject, in: context)
        let changes = try context.changes(defining: file.definitions)
        return .text(Message.checked(file.kinds, changes: changes.count))
    }

    private func load(_ context: any CommandContext) throws -> Reply {
        let file = try KindFile(subject, in: context)
        let changes = try context.changes(defining: file.definitions)
        guard !changes.isEmpty else { return .text(Message.checked(file.kinds, changes: 0)) }
        let warnings = try context.define(changes).map { Reply.warning($0) }
        return .sequence([.text(Message.loaded(file.kinds, changes: changes.count))] + warnings)
    }
}
