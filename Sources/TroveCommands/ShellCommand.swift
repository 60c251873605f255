package import TroveLanguage
package import TroveModel
package import TroveTerminal

/// A parsed command: its arguments and its implementation.
///
/// Each verb is one type in one file.
package protocol ShellCommand: ParsedCommand {
    /// The effect of the commands of this verb on the library.
    static var effect: Effect { get }
    /// The effect of this command; by default that of its verb.
    var effect: Effect { get }

    /// Whether `watch` may run the command again and again, because it only shows data. By default,
    /// commands that show items can be repeated.
    var isRepeatable: Bool { get }

    /// Whether `as-of` may run the command against the library as it was, because it shows items
    /// and nothing from the present. By default, this holds for commands that show items.
    var showsPast: Bool { get }

    /// Runs the command. Its changes stay uncommitted in the library's transaction.
    ///
    /// - Throws: `CommandFailure`, `LanguageError` or `ValueError` for user errors, which leave the
    ///   library unchanged; `LibraryError` if the library fails.
    func run(in context: any CommandContext) throws -> Reply

    /// Drafts the item that the command adds, as far as it follows from the command alone, for
    /// `BulkAddition`.
    ///
    /// - Parameters:
    ///   - kinds: the kinds that the command was parsed with.
    ///   - today: today's date.
    /// - Returns: the draft; nil if the command does something else or has an error. The default is
    ///   nil.
    func addDraft(in kinds: Kinds, today: PartialDate) -> AddDraft?

    /// Applies only the effects that parsing later commands depends on, for `--check`. The default
    /// does nothing.
    ///
    /// - Returns: a script or codes that must be checked next, or nothing to check.
    /// - Throws: a mistake that stays whatever commands before it do.
    func rehearse(in context: any CommandContext) throws -> Reply

    /// Finds errors that need no items: names of fields, and values in conditions. For `--check`.
    /// The default finds none.
    func check(in context: any CommandContext) throws

    /// Whether `explain` runs the command in a rehearsal, which discards what it changes in the
    /// library and the session: it has no other effects. By default, all but independent commands
    /// can be rehearsed.
    var isRehearsable: Bool { get }
    /// Whether the command is `undo`, so that `redo` reverts it.
    var isUndo: Bool { get }
    /// Whether what the command does may depend on any earlier change of a script, so that the
    /// server must have confirmed these. By default, a command depends on changes of its items
    /// only.
    var needsAnswers: Bool { get }

    /// Returns what the command would do, as sentences, for `explain` of a command that cannot be
    /// rehearsed. The default is the summary of its verb.
    ///
    /// - Throws: the error that the command would give, as far as it is known without running it.
    func outline(in context: any CommandContext) throws -> [TerminalText]
}

extension ShellCommand {
    package var effect: Effect { Self.effect }

    package var isRepeatable: Bool { effect == .showsItems }

    package var showsPast: Bool { effect == .showsItems }

    package func addDraft(in kinds: Kinds, today: PartialDate) -> AddDraft? { nil }

    package func rehearse(in context: any CommandContext) -> Reply { .nothing }
    package func check(in context: any CommandContext) throws {}

    package var isUndo: Bool { false }
    package var needsAnswers: Bool { false }
    package var isRehearsable: Bool { effect != .independent }

    package func outline(in context: any CommandContext) throws -> [TerminalText] {
        [Message.outline(of: Self.syntax.verb)]
    }
}

/// The effect of a command on the library. It decides when the server is asked and which warnings
/// are shown.
package enum Effect: Sendable {
    /// Changes items, so the offline rules apply.
    case changesItems
    /// Shows items, so the user is warned when they come from the local copy.
    case showsItems
    /// Depends on the state of the server, but shows no items.
    case readsLibrary
    /// Does not depend on the items of the library.
    case independent
}
