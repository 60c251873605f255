import Glibc
import TroveExchange
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Adds the items of a file.
struct Import: ShellCommand {
    var path = Spanned<String>.unread
    /// Nil detects the format from the file.
    var format: ImportChoice?
    var isPreview = false
    /// Whether items that the library has are updated.
    var isUpdate = false
    /// The name of the kind of the items; nil to find it from the header.
    var kind: Spanned<String>?
    /// The columns of the table, by the names of their fields.
    var columns: Spanned<String>?
    /// Whether the values of unknown columns go to the note.
    var keepsUnknown = false
    /// Whether the rows were pasted at the prompt, and `path` is only a name for them.
    var isPasted = false
    /// Nil stands for `skip`.
    var chosenDuplicates: Duplicates?

    private static let formatNames = ImportChoice.allCases.map(\.rawValue)
        .joined(separator: ", ")

    var duplicates: Duplicates { chosenDuplicates ?? .skip }

    /// The options that say how to read the file, as they are typed, with a space before each.
    var readingOptions: String {
        let columns = columns.map { Quoting.argument($0.value) }
        let options = [
            format.map { "as:\($0.rawValue)" }, kind.map { "kind:\($0.value)" },
            columns.map { "columns:\($0)" }, keepsUnknown ? "--keep-unknown" : nil,
        ]
        return options.compactMap { $0.map { " \($0)" } }.joined()
    }

    /// The treatment of duplicates. The raw value is typed after `duplicates:`.
    enum Duplicates: String, Sendable, CaseIterable {
        case skip, add
    }

    static let name = "import"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Import>(
        .library, "add the items in a file from Trove or another program",
        details: """
            It reads files that `export` wrote, and exports from Goodreads, StoryGraph, \
            LibraryThing, Calibre, Openreads, BookWyrm and Letterboxd, including zip archives. The \
            header determines the format, unless as: names it: \
            \(formatNames). FILE may be - for standard input, in \
            a command of -c or a script of -f. One `undo` reverts the whole import.

            Any other table is read if its header has a title, in English, German, French, Spanish, \
            Italian, Portuguese or Dutch. columns: names the columns of a table with other names, as \
            in columns:title=Werk,author=Urheber, and kind: the kind of its items.

            Each time that a book was finished becomes an entry of the read list. Several rows about \
            one item are merged: the row with more values wins, and what differs goes to the note. \
            In files that Trove wrote, and for films, rows with different identities stay different \
            items. An item without a state gets the first one that you own. Values without a field \
            of their own go to the note.

            Items that the library already has are skipped, but those on the wishlist leave it if \
            the file shows that you own them. If one of the two has no author, the title alone \
            decides. Gems, and items of your own kinds without a field with the role creator, are \
            skipped if all values are equal; for these, --update finds an item by its title, if only \
            one has it.

            --preview\tchanges nothing, and shows what the import would do; with --update, each change
            --update\tbrings in what changed: states and pages move forward, shelves and tags are \
            added, empty fields are filled, ratings are replaced, and notes and readings are added. \
            Nothing else that you changed is overwritten. In a file that Trove wrote, a row has the \
            id of its item: what you edited there is set, but empty fields and former states change \
            nothing. No update brings back a loan
            duplicates:add\tadds the items that the library already has again
            --keep-unknown\tadds the values of unknown columns to the note; without it, such columns \
            are only listed

            Rejected rows go to a file beside the source, whose name is shown. If that folder is not \
            writable, or is in a checkout (it or a folder above it has .git, .hg or .svn), they go \
            to the current folder, otherwise to Trove's state folder.
            """,
        arguments: [
            .text("FILE", \.path, [.file], missing: .file),
            .choice("as", \.format, placeholder: "FORMAT"),
            .named("kind", "KIND", \.kind, .kind),
            .named("columns", "FIELD=COLUMN,…", \.columns),
            .option("--keep-unknown", \.keepsUnknown),
            .option("--preview", \.isPreview),
            .option("--update", \.isUpdate),
            .choice("duplicates", \.chosenDuplicates),
        ],
        examples: [
            .init(
                "import goodreads.csv --preview",
                """
                goodreads.csv is an export from Goodreads. Nothing was changed.
                Found 1 book, 2 reads to import, 1 book to update, 1 row to reject.

                line  title    author             state     shelves
                   2  Kindred  Octavia E. Butler  finished  owned

                Updates
                Dune (1)  state wish → finished, read (no date)

                Rejected
                line  reason
                   4  a book needs a title

                New shelves: owned
                Ignored: Average Rating
                """),
            .init(
                "import goodreads.csv",
                """
                Imported 1 book, 2 reads from goodreads.csv (Goodreads), updated 1 book, \
                1 was rejected (/home/ann/goodreads.rejects.csv). `undo` reverts the import.
                Ignored: Average Rating
                """),
            .init("import missing.csv", "error: missing.csv: no such file"),
        ])

    var needsAnswers: Bool { true }

    /// A preview changes nothing.
    var effect: Effect { isPreview ? .readsLibrary : Self.effect }

    func run(in context: any CommandContext) throws -> Reply {
        if isUpdate, duplicates == .add {
            throw CommandFailure(.importing(path.value, .addsAndUpdates), at: path.span)
        }
        let file =
            try readsInput(context) ? "/dev/stdin" : context.surroundings.expanding(path.value)
        guard !context.library.isKept(in: file) else {
            throw CommandFailure(.importing(path.value, .isLibrary), at: path.span)
        }
        let source = ImportFile(path: file) { TerminalSignals.endsWait }
        return try importRows(besides: file, in: context, definedBy: source) {
            try ImportReader(source, as: format, try request(in: context))
        }
    }

    /// Returns whether the file is standard input.
    ///
    /// - Throws: an error if the commands come from standard input.
    private func readsInput(_ context: any CommandContext) throws -> Bool {
        guard path.value == "-" else { return false }
        guard context.session.readsStandardInput else { return true }
        throw CommandFailure(
            .importing(path.value, context.user == nil ? .inputIsScript : .inputIsKeyboard),
            at: path.span)
    }

    /// Imports the rows of a reader, or previews the import.
    ///
    /// - Parameters:
    ///   - path: the path of the file; the file of rejected rows is beside it.
    ///   - context: the context of the command.
    ///   - definer: the file whose definitions come first; nil for none.
    ///   - open: opens the reader.
    /// - Returns: the report.
    /// - Throws: an error if the rows cannot be imported.
    func importRows(
        besides path: String, in context: any CommandContext, definedBy definer: ImportFile? = nil,
        _ open: () throws -> ImportReader
    ) throws -> Reply {
        // A failed import must not revert earlier commands, and opening the file may block.
        try context.commit()
        try context.library.beginReading()
        do {
            let definitions = try definer?.definitions() ?? []
            let new = try context.lacking(definitions)
            guard isPreview, !new.isEmpty else {
                let command = try define(new, context)
                let reply = try runImport(besides: path, in: context, continuing: command, open)
                guard !new.isEmpty else { return reply }
                return .sequence([reply, .warning(Message.hasDefined(new))])
            }
            return try preview(new, besides: path, in: context, open)
        } catch ImportFailure.read(.system(EINTR)) {
            throw CommandFailure(.isInterrupted)
        } catch let failure as ImportFailure {
            throw CommandFailure(
                .importing(self.path.value, .failed(failure)), at: self.path.span)
        }
    }

    /// Previews the import of a file with definitions that the library lacks: gives it the
    /// definitions, and discards them afterward.
    private func preview(
        _ definitions: [Definition], besides path: String, in context: any CommandContext,
        _ open: () throws -> ImportReader
    ) throws -> Reply {
        let library = context.library
        let isRead = !library.isReadOnly
        func preview() throws -> Reply {
            if isRead {
                try library.begin()
                try library.perform(
                    try context.changes(defining: definitions), context.authorship)
            }
            return try runImport(besides: path, in: context, open)
        }
        let isRehearsed = isRead && library.rehearsed == nil
        let reply = isRehearsed ? try library.rehearse(preview) : try preview()
        return .sequence([
            reply, .warning(Message.willDefine(definitions, isRead: isRead)),
        ])
    }

    /// Imports or previews the rows of a reader. Returns the report.
    private func runImport(
        besides path: String, in context: any CommandContext,
        continuing command: CommandNumber? = nil, _ open: () throws -> ImportReader
    ) throws -> Reply {
        let reader = try open()
        let report = try ImportRun(
            self, path: path, reader: reader, context: context, continuing: command
        ).run()
        let repairs = reader.repairs
        let reply =
            repairs.isEmpty
            ? Reply.imported(report)
            : .sequence([.imported(report), .warning(Message.repaired(repairs))])
        guard report.isRejected, !isPreview, !isPasted else { return reply }
        // This also removes the definitions that the file brought.
        context.library.rollback()
        context.say(reply)
        throw CommandFailure(
            .importing(self.path.value, .allRejected(report)), at: self.path.span)
    }

    /// Gives the library the definitions of the file, as a part of the command of the import.
    private func define(
        _ definitions: [Definition], _ context: any CommandContext
    ) throws -> CommandNumber? {
        guard !definitions.isEmpty else { return nil }
        try context.library.begin()
        return try context.apply(try context.changes(defining: definitions))
    }

    /// Returns what the user chose for the reader.
    private func request(in context: any CommandContext) throws -> ImportRequest {
        let kinds = context.kinds
        var request = context.importRequest
        request.keepsUnknownColumns = keepsUnknown
        if let kind {
            guard let index = kinds.index(of: kind.value) else {
                let names = kinds.all.flatMap { [$0.plural, $0.name] }
                throw LanguageError(
                    .unknownKind(kind.value, nearest: Nearest.names(to: kind.value, among: names)),
                    at: kind.span)
            }
            request.kind = index
        }
        if let columns {
            guard let chosen = ImportRequest.columns(parsing: columns.value) else {
                throw CommandFailure(
                    .importing(path.value, .noColumns(columns.value)), at: columns.span)
            }
            request.columns = chosen
        }
        return request
    }
}
