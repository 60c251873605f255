package import TroveLanguage

/// A command that was parsed: what was typed behind its verb, and what it does.
///
/// Each verb is one type in one file.
package protocol ShellCommand: ParsedCommand {
    /// What commands of this verb do to the library.
    static var effect: Effect { get }
    /// What this command does to the library; by default what its verb says.
    var effect: Effect { get }

    /// Carries the command out. What it changes is in the library's transaction, not yet committed.
    ///
    /// - Throws: `CommandFailure`, `LanguageError` or `ValueError` where the command is to blame, and
    ///   then nothing was changed; `LibraryError` where it is not.
    func run(in context: any CommandContext) throws -> Reply

    /// Does what the meaning of later commands depends on, for `--check`; by default nothing.
    func rehearse(in context: any CommandContext) -> Reply
}

extension ShellCommand {
    package var effect: Effect { Self.effect }

    package func rehearse(in context: any CommandContext) -> Reply { .nothing }
}

/// What a command does to the library, which decides when the server is asked and what the user must
/// hear.
package enum Effect: Sendable {
    /// It changes items: the offline rules apply.
    case changesItems
    /// It shows items: the user must hear where that is only a local copy.
    case showsItems
    /// It depends on what the server has, and shows no items.
    case readsLibrary
    /// It has nothing to do with what the library holds.
    case independent
}
