package import TroveCodecs
import TroveLanguage
package import TroveModel
package import TroveStore
package import TroveTerminal

/// Why a command failed after it was parsed.
package struct CommandFailure: Error {
    /// Why a command of the log cannot be undone.
    package enum Obstacle {
        /// The number of an item that no longer exists.
        case isGone(ItemNumber)
        /// An item that has changed since.
        case wasChanged(Item)
    }

    /// The facts of a failure; `ErrorReport` words them.
    package enum Problem {
        case noSuchNumber(ItemNumber)
        case noSuchTitle(String, nearest: [String])
        /// Several items have the title: the first of them, and the number of all.
        case ambiguousTitle(String, [Item], total: Int)
        case nothingIsIt
        /// No item meets the condition of a command; a hint about a mistake in it.
        case nothingMatches(TerminalText?)
        /// A condition selects these items, and the script does not confirm the command.
        case selectionNeedsConfirmation(verb: String, [Item])
        /// A condition selects these items, and the verb takes one.
        case takesOneItem(verb: String, [Item])
        case violation(RuleViolation, kind: Kind)
        case snapshot(SnapshotError)
        /// The number of problems that `check` found; `isFromServer` tells whether some are
        /// differences from the server.
        case isDamaged(Int, isFromServer: Bool)
        case needsConfirmation(String)
        case wasNotConfirmed
        /// The library has a duplicate: the item, and why it counts as one.
        case isDuplicate(of: Item, Kind, Duplicate.Reason)
        /// Items of this kind lack the field that the verb changes.
        case doesNotApply(verb: String, kind: Kind)
        case isAtTop(Item, state: String)
        case needsTotal(Item, field: String)
        case nothingToUndo
        /// All remaining commands have an obstacle.
        case nothingElseToUndo
        /// The summary of the command to undo, and its obstacle.
        case cannotUndo(TerminalText, Obstacle)
        case cannotRedo(TerminalText, Obstacle)
        case nothingToRedo
        case noSuchFile(String)
        case isUnreadable(String)
        case isFolder(String)
        case isLibrary(String)
        /// A verb on the command line, where a file is required.
        case isVerbNotFile(String)
        case sourcesTooDeep
        case needsTerminal(String)
        /// The verb of a command that `watch` cannot run, because it does more than show data.
        case cannotRepeat(String)
        case editorFailed(String)
        /// The path of the text for the editor, which cannot be written.
        case editFileFailed(String, errno: Int32)
        /// The editor exited with an error after the user had typed text that is not used yet.
        case editorEnded
        case badForm(String)
        case isVerb(String)
        /// The first word of an alias, which is not a command.
        case aliasOfUnknownCommand(String, nearest: [String])
        case noSuchAlias(String, known: [String])
        case noSuchSetting(String, nearest: [String])
        case badSetting(String, value: String, choices: [String])
        case noSuchHelp(String, nearest: [String])
        /// A lesson of the tutorial as typed, and the number of lessons.
        case noSuchTutorial(String, count: Int)
        case demo(DemoProblem)
        case isInterrupted
        /// The item is already lent, to this borrower.
        case isLent(Item, to: String)
        /// The name of a shelf contains a comma.
        case hasComma(String)
        case noSuchShelf(String, nearest: [String])
        /// The path of a file that cannot be used as a photo, and why.
        case photo(String, PhotoProblem)
        /// The picture fetched as the cover of the item is not valid.
        case cover(Item, PictureFailure)
        case catalogue(CatalogueProblem)
        case export(ExportProblem)
        /// The path of the file as typed, and why it cannot be imported.
        case importing(String, ImportProblem)
        case sync(SyncProblem)
    }

    /// What went wrong.
    package let problem: Problem
    /// The place in the command, in bytes of UTF-8; nil for the whole command.
    package let span: Range<Int>?

    /// Creates a failure; `span` is the place in the command, nil for the whole command.
    package init(_ problem: Problem, at span: Range<Int>? = nil) {
        self.problem = problem
        self.span = span
    }

    /// Wraps a failure of syncing.
    package init(_ problem: SyncProblem, at span: Range<Int>? = nil) {
        self.init(.sync(problem), at: span)
    }
}

extension CommandFailure {
    /// Wraps a failure of a catalogue or of the read list.
    package init(_ problem: CatalogueProblem, at span: Range<Int>? = nil) {
        self.init(.catalogue(problem), at: span)
    }

    /// The reply instead of an error, for a command that had nothing to change, or that the user
    /// did not confirm; nil for an error.
    package var reply: Reply? {
        switch problem {
        case .wasNotConfirmed: .text(Message.notConfirmed)
        case .nothingMatches(let hint):
            .sequence([.text(Message.nothingMatches)] + (hint.map { [.warning($0)] } ?? []))
        default: nil
        }
    }

    /// Whether the command needs the server and might succeed online.
    package var needsServer: Bool {
        if case .sync(.needsServer) = problem { true } else { false }
    }
}
