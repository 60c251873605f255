package import TroveCodecs
import TroveLanguage
package import TroveModel
package import TroveStore
package import TroveTerminal

/// Why a command that was understood could not be carried out.
package struct CommandFailure: Error {
    /// Why a command of the log cannot be taken back.
    package enum Obstacle {
        /// An item that it changed is not there any more: its number.
        case isGone(Int)
        /// An item was changed in another way since.
        case wasChanged(Item)
    }

    /// The facts; `Message` has the words.
    package enum Problem {
        case noSuchNumber(Int)
        case noSuchTitle(String, nearest: [String])
        /// Several things are called so: the first of them, and how many there are.
        case ambiguousTitle(String, [Item], total: Int)
        case nothingIsIt
        case violation(RuleViolation, kind: Kind)
        case snapshot(SnapshotError)
        /// So much in the library is not as it was written; perhaps it is the server's side.
        case isDamaged(Int, isFromServer: Bool)
        case needsConfirmation(String)
        case wasNotConfirmed
        /// There is such a thing already: this one, which is the same in this way.
        case isDuplicate(of: Item, Kind, Duplicate.Reason)
        /// Things of this kind have nothing that the verb could change.
        case doesNotApply(verb: String, kind: Kind)
        case isAtTop(Item, state: String)
        case needsTotal(Item, field: String)
        case nothingToUndo
        /// Every command that is left has an obstacle.
        case nothingElseToUndo
        /// The command that is next, in the words of the log, and what is in its way.
        case cannotUndo(TerminalText, Obstacle)
        case cannotRedo(TerminalText, Obstacle)
        case nothingToRedo
        case noSuchFile(String)
        case isNoTextFile(String)
        case isFolder(String)
        case isLibrary(String)
        /// A verb on the command line, where files stand.
        case isVerbNotFile(String)
        case sourcesTooDeep
        case needsTerminal(String)
        case editorFailed(String)
        case badForm(String)
        case isVerb(String)
        /// An alias must begin with a verb.
        case aliasOfNothing(String, nearest: [String])
        case noSuchAlias(String, known: [String])
        case noSuchSetting(String, nearest: [String])
        case badSetting(String, value: String, choices: [String])
        case noSuchHelp(String, nearest: [String])
        case isInterrupted
        /// Somebody has it already.
        case isLent(Item, to: String)
        /// A comma parts the names of shelves.
        case hasComma(String)
        case noSuchShelf(String, nearest: [String])
        /// A file that cannot be the photo of anything.
        case photo(String, PhotoProblem)
        /// What was fetched is not the cover of this thing, nor of anything.
        case cover(Item, PictureFailure)
        /// It has to do with an online catalogue, or the read list.
        case catalogue(CatalogueProblem)
        /// Things cannot be written to a file.
        case export(ExportProblem)
        /// A file cannot be imported: its path as it was typed.
        case importing(String, ImportProblem)
        /// It has to do with the server.
        case sync(SyncProblem)
    }

    /// What went wrong, as facts; `Wording` puts it into words.
    package let problem: Problem
    /// Where in the command, in bytes of UTF-8; nil for the command as a whole.
    package let span: Range<Int>?

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

    /// Whether a person was asked and said no, which is no mistake.
    package var isRefusal: Bool {
        if case .wasNotConfirmed = problem { true } else { false }
    }
}

extension CommandFailure {
    /// Whether it might work if the server could be reached.
    package var needsServer: Bool {
        if case .sync(.needsServer) = problem { true } else { false }
    }
}
