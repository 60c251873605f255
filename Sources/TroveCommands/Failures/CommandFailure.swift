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
        case wasChanged(Item, isDefinition: Bool)
        /// A value that would break a rule, because other items or values have changed since.
        case breaksRule(RuleViolation, Kind)
        /// The number of items of a kind whose definition would be removed.
        case hasItems(Int, Kind)
        /// The number of items with a value in a field whose definition would be removed.
        case hasValues(Int, Kind, Field)
    }

    /// The facts of a failure; `ErrorReport` words them.
    package enum Problem {
        case violation(RuleViolation, kind: Kind)
        case snapshot(SnapshotError)
        /// The number of problems that `check` found, and what helps.
        case isDamaged(Int, CheckRemedy)
        /// `question` says what the command would do beyond what its words say; nil if nothing.
        case needsConfirmation(String, question: TerminalText?)
        case wasNotConfirmed
        case needsTerminal(String)
        /// The verb of a command that `watch` cannot run, because it does more than show data.
        case cannotRepeat(String)
        case isInterrupted
        /// The import was interrupted, and rolled back.
        case importIsInterrupted
        /// The path of a file that cannot be used as a photo, and why.
        case photo(String, PhotoProblem)
        /// The picture fetched as the cover of the item is not valid.
        case cover(Item, PictureFailure)
        case reference(ReferenceProblem)
        case item(ItemProblem)
        case undo(UndoProblem)
        case script(ScriptProblem)
        case editing(EditingProblem)
        case name(NameProblem)
        case demo(DemoProblem)
        case catalogue(CatalogueProblem)
        case scan(ScanProblem)
        case export(ExportProblem)
        /// The path of the file as typed, and why it cannot be imported.
        case importing(String, ImportProblem)
        case past(PastProblem)
        case sync(SyncProblem)
        case definition(DefinitionProblem)
    }

    /// What went wrong.
    package let problem: Problem
    /// The item that broke a rule, if the command is about several; else nil.
    package private(set) var item: Item?
    /// The place in the command, in bytes of UTF-8; nil for the whole command.
    package private(set) var span: Range<Int>?

    /// Creates a failure; `span` is the place in the command, nil for the whole command.
    package init(_ problem: Problem, at span: Range<Int>? = nil) {
        self.problem = problem
        self.span = span
    }

    /// Returns the failure with the span of the reference that caused it, if it points at the first
    /// reference.
    func at(_ reference: Spanned<Reference>, among all: [Spanned<Reference>]) -> CommandFailure {
        guard span != nil, span == all.first?.span else { return self }
        var failure = self
        failure.span = reference.span
        return failure
    }

    /// Returns the failure with the item that caused it, for a command about several items.
    func of(_ item: Item) -> CommandFailure {
        var failure = self
        failure.item = item
        return failure
    }

    /// Wraps a failure of syncing.
    package init(_ problem: SyncProblem, at span: Range<Int>? = nil) {
        self.init(.sync(problem), at: span)
    }
}

extension CommandFailure.Problem {
    var code: ErrorCode {
        switch self {
        case .violation(let violation, _): violation.rule.code
        case .snapshot(let error): error.code
        case .isDamaged: "damaged"
        case .needsConfirmation: "needs-confirmation"
        case .wasNotConfirmed: "was-not-confirmed"
        case .needsTerminal: "needs-terminal"
        case .cannotRepeat: "cannot-repeat"
        case .isInterrupted: "interrupted"
        case .importIsInterrupted: "import-is-interrupted"
        case .photo(_, let problem): problem.code
        case .cover(_, let failure): failure.code
        case .reference(let problem): problem.code
        case .item(let problem): problem.code
        case .undo(let problem): problem.code
        case .script(let problem): problem.code
        case .editing(let problem): problem.code
        case .name(let problem): problem.code
        case .demo(let problem): problem.code
        case .catalogue(let problem): problem.code
        case .scan(let problem): problem.code
        case .export(let problem): problem.code
        case .importing(_, let problem): problem.code
        case .past(let problem): problem.code
        case .sync(let problem): problem.code
        case .definition(let problem): problem.code
        }
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
        case .reference(.nothingMatches(let hint)):
            .sequence(
                [.report(Report([], [], nothing: Message.nothingMatches))]
                    + (hint.map { [.warning($0)] } ?? []))
        default: nil
        }
    }

    /// Whether the command needs the server and might succeed online.
    package var needsServer: Bool {
        if case .sync(.needsServer) = problem { true } else { false }
    }
}
