package import TroveLanguage

/// A parsed command: its arguments, and what it does.
///
/// Each verb is one type in one file.
package protocol ShellCommand: ParsedCommand {
    /// The effect of the commands of this verb on the library.
    static var effect: Effect { get }
    /// The effect of this command; by default that of its verb.
    var effect: Effect { get }

    /// Runs the command. Its changes are in the library's transaction and not yet committed.
    ///
    /// - Throws: `CommandFailure`, `LanguageError` or `ValueError` for errors of the user, after
    ///   which nothing is changed; `LibraryError` for failures of the library.
    func run(in context: any CommandContext) throws -> Reply

    /// Does only what the parsing of later commands depends on, for `--check`; by default nothing.
    func rehearse(in context: any CommandContext) -> Reply
}

extension ShellCommand {
    package var effect: Effect { Self.effect }

    package func rehearse(in context: any CommandContext) -> Reply { .nothing }
}

/// The effect of a command on the library. It decides when the server is asked and which warnings
/// are shown.
package enum Effect: Sendable {
    /// It changes items, so the offline rules apply.
    case changesItems
    /// It shows items, so the user is warned when they come from a local copy.
    case showsItems
    /// It depends on the state of the server, but shows no items.
    case readsLibrary
    /// It does not depend on the items of the library.
    case independent
}
