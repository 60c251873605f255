package import TroveLanguage

/// All verbs. A new verb needs its own file and a line here.
package enum CommandTable {
    /// The verbs, for completion and help.
    package static let vocabulary = Vocabulary(
        entries.map { $0.name }, entries.map { $0.verb }, habit: { habits[$0] }, canRun: canRun)

    /// The names of the verbs that a file of commands cannot run.
    package static let (watch, tutorial, source) = (Watch.name, TakeTutorial.name, Source.name)

    private static let entries: [Entry] = [
        // Collect
        entry(Add.self), entry(SetFields.self), entry(Edit.self), entry(Delete.self),
        entry(Advance.self), entry(Page.self), entry(Rate.self), entry(Note.self),
        entry(Tag.self), entry(Untag.self),
        // Look
        entry(List.self), entry(FilterItems.self), entry(Find.self), entry(Show.self),
        entry(Count.self), entry(ShowBirthstones.self), entry(Use.self), entry(Wishlist.self),
        entry(Shelves.self), entry(Loans.self), entry(Stats.self),
        // Library
        entry(TakeSnapshot.self), entry(Check.self), entry(Shelve.self), entry(Unshelve.self),
        entry(Lend.self), entry(Return.self), entry(Export.self), entry(Import.self),
        entry(DefineKind.self),
        // History
        entry(Undo.self), entry(Redo.self), entry(Log.self), entry(AsOf.self), entry(Diff.self),
        entry(SetMark.self),
        // Online
        entry(Search.self), entry(More.self), entry(Take.self), entry(Read.self),
        entry(Unread.self), entry(Reads.self), entry(Reread.self), entry(LookUpISBN.self),
        entry(Scan.self),
        entry(Cover.self),
        // Sync
        entry(Connect.self), entry(Disconnect.self), entry(SignUp.self), entry(LogIn.self),
        entry(LogOut.self), entry(WhoAmI.self), entry(Devices.self),
        entry(ChangePassword.self), entry(Status.self), entry(Sync.self), entry(Queue.self),
        entry(Conflicts.self), entry(Resolve.self), entry(Policy.self), entry(Net.self),
        // Shell
        entry(Help.self), entry(Explain.self), entry(Source.self), entry(MakeAlias.self),
        entry(History.self),
        entry(Echo.self), entry(ChangeSettings.self), entry(Notices.self), entry(Timing.self),
        entry(Watch.self), entry(Demo.self), entry(TakeTutorial.self), entry(Quit.self),
    ]

    /// Returns whether a verb that takes a command can run the command of another verb, `inner`,
    /// without arguments.
    private static func canRun(_ verb: String, _ inner: String) -> Bool {
        guard let command = entries.first(where: { $0.name == inner })?.command() else {
            return false
        }
        return switch verb {
        case AsOf.name: command.showsPast
        case Watch.name: command.isRepeatable
        default: true
        }
    }

    /// A verb by name. Its syntax is created when it is first used.
    private struct Entry {
        let name: String
        let verb: @Sendable () -> Verb
        /// Creates a command without reading its arguments.
        let command: @Sendable () -> any ShellCommand
        let parse: @Sendable (inout ArgumentReader) throws(LanguageError) -> any ShellCommand
    }

    private static func entry<Command: ShellCommand>(_ type: Command.Type) -> Entry {
        Entry(name: Command.name, verb: { Command.syntax.verb }, command: { Command() }) {
            (reader) throws(LanguageError) in
            try command(type, from: &reader)
        }
    }

    /// Reads the arguments of one verb.
    ///
    /// - Parameters:
    ///   - type: the command type.
    ///   - reader: the arguments after the verb; all of them are consumed.
    /// - Returns: the command.
    /// - Throws: `LanguageError`, with its place in the source.
    package static func command<Command: ShellCommand>(
        _ type: Command.Type, from reader: inout ArgumentReader
    ) throws(LanguageError) -> Command {
        var command = Command()
        let syntax = Command.syntax
        let readings =
            if let only = syntax.onlyReadings { only } else { try syntax.readings(for: reader) }
        for reading in readings { try reading(&reader, &command) }
        try reader.finish()
        return command
    }

    // MARK: Parsing

    /// Parses one command, which may be several lines.
    ///
    /// - Parameters:
    ///   - source: the command line as typed.
    ///   - context: the kinds and the current kind.
    /// - Returns: the command, or the reason why the source has none.
    /// - Throws: `LanguageError`, with its place in `source`.
    package static func parse(
        _ source: String, in context: ArgumentReader.Context
    ) throws(LanguageError) -> Parsed {
        do throws(LanguageError) {
            switch try Opening(source, vocabulary, in: context) {
            case .empty: return .empty
            case .incomplete(let openQuote): return .incomplete(openQuote: openQuote)
            case .verb(var reader):
                guard let place = vocabulary.place(of: reader.verb.name) else { return .empty }
                return .command(try entries[place].parse(&reader))
            }
        } catch {
            if let command = Explain.explaining(source, error) { return .command(command) }
            throw Secrecy(vocabulary).guarding(error, in: source)
        }
    }

    /// Returns the result of parsing a command after which no more lines can follow.
    ///
    /// - Parameters:
    ///   - parsed: the result so far.
    ///   - source: the command line as typed.
    /// - Returns: the result.
    /// - Throws: `LanguageError` for a command that continues on the next line.
    package static func ended(
        _ parsed: Parsed, _ source: String
    ) throws(LanguageError) -> Parsed {
        guard case .incomplete(let quote) = parsed else { return parsed }
        let end = source.utf8.count
        let error =
            quote.map { LanguageError(.openQuote($0.value), at: $0.span) }
            ?? LanguageError(.missing(.command, verb: "\\"), at: max(0, end - 1)..<end)
        if let command = Explain.explaining(source, error) { return .command(command) }
        throw Secrecy(vocabulary).guarding(error, in: source)
    }

    /// Returns the command for a code on a line of its own after `scan` in a script.
    ///
    /// - Parameters:
    ///   - code: the ISBN.
    ///   - options: the options of `scan`.
    /// - Returns: the command that looks up the ISBN.
    package static func command(
        forCode code: Spanned<String>, _ options: CodeOptions
    ) -> any ShellCommand {
        LookUpISBN(number: code, options: options)
    }

    /// Returns the command for pasted lines that are not commands.
    package static func command(forPasted lines: PastedLines) -> any ShellCommand {
        AddPasted(lines)
    }

    /// Commands of other programs, and the verb to suggest for each.
    package static let habits: [String: String] = [
        "ls": "list", "ll": "list", "dir": "list", "select": "list", "l": "list",
        "rm": "delete", "del": "delete", "remove": "delete", "drop": "delete", "erase": "delete",
        "mv": "set", "update": "set", "modify": "set", "rename": "set", "change": "set",
        "cat": "show", "info": "show", "view": "show", "get": "show", "open": "show",
        "grep": "find", "lookup": "search", "next": "more", "where": "filter",
        "new": "add", "insert": "add", "create": "add",
        "exit": "quit", "q": "quit", "bye": "quit", ":q": "quit", "\\q": "quit", ".quit": "quit",
        ".exit": "quit", ":wq": "quit",
        "man": "help", "?": "help", "\\?": "help", ".help": "help", "h": "help",
        "done": "advance", "start": "advance", "finish": "advance", "finished": "advance",
        "run": "source", "load": "source", ".read": "source", "\\i": "source", "print": "show",
        "vi": "edit", "vim": "edit",
        "nano": "edit", "backup": "snapshot", "save": "snapshot", "restore": "snapshot",
        "config": "settings", "\\x": "settings", "sort": "list", "how": "count",
        ".mode": "settings", "kinds": "kind",
        ".tables": "kind",
        ".schema": "kind", "\\d": "kind", "\\dt": "kind", ".import": "import", "star": "rate",
        "comment": "note", "progress": "page", "loan": "lend", "lent": "loans", "overdue": "loans",
        "shelf": "shelve",
        "wish": "wishlist", "wishes": "wishlist", "statistics": "stats", "summary": "stats",
        "push": "sync", "pull": "sync", "outbox": "queue", "register": "signup",
        "signin": "login", "logon": "login", "signout": "logout", "logoff": "logout",
        "passwd": "password",
    ]
}
