import TroveCodecs
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// What `explain` found out about a command.
struct Explanation {
    /// A part of the command, with its meaning.
    struct Word {
        let part: CommandPart
        /// Whether it may be a password or a key, so that it is not shown.
        var isHidden = false
        let meaning: TerminalText
        /// The value as it would be stored, or the number of the item; nil for other parts.
        var value: JSON?

        /// The part as typed, if it may be shown.
        var text: String { isHidden ? "…" : part.text }
    }

    /// Something that the command leaves open, and what is used for it.
    struct Default {
        let name: String
        let shown: TerminalText
        let value: JSON
    }

    /// A change that would be made.
    struct Effect {
        let change: Change
        let kind: Kind
        let title: String
        /// Whether it changes a kind or a field that the library defines.
        let isDefinition: Bool
    }

    /// The items of a kind that a question finds.
    struct Match {
        let kind: Kind
        let count: Int
        /// The number of items of the kind; nil for those of an earlier time.
        let total: Int?
    }

    /// What an offline rule says about an operation of the command.
    struct Ruling {
        /// What happens to the changes.
        enum Outcome: String {
            case asked, queued, refused
        }

        let kind: Kind
        let operation: Operation
        let rule: OfflineRule
        /// Whether `policy` set the rule; else it is the kind's own.
        let isPolicy: Bool
        let outcome: Outcome
        /// Whether the server has not been contacted yet, so that it counts as available.
        let isAssumed: Bool
    }

    /// The error that the command would give.
    struct Mistake {
        let report: ErrorReport
        /// The corrected command; nil without a correction.
        let instead: String?
    }

    /// The command as typed.
    let command: String
    /// The alias that the command begins with, and the command with the alias expanded; nil without
    /// one.
    var alias: (name: String, source: String)?
    var words: [Word] = []
    var defaults: [Default] = []
    var questions: [TerminalText] = []
    var warnings: [TerminalText] = []
    /// The text that the command would print, if it does not change or list items.
    var message: TerminalText?
    /// The items that a question finds.
    var matches: [Match] = []
    /// The first rows of a file that an import would reject.
    var rejected: [(line: Int, reason: String)] = []
    /// The number of all these rows; nil for other commands.
    var rejectedCount: Int?
    /// Whether the command changes or shows items. Other commands may change something else.
    var concernsItems = false
    /// The first changes.
    var effects: [Effect] = []
    /// The number of all changes.
    var changeCount = 0
    var rulings: [Ruling] = []
    /// The number of operations in the outbox before and after the command; nil for a local
    /// library.
    var queue: (before: Int, after: Int)?
    /// The number of the command in the log; nil if it changes nothing.
    var logNumber: CommandNumber?
    /// Whether `undo` would then revert the command; false if the command is itself an undo.
    var isUndoable = false
    /// The item that `it` would then be; nil if it stays.
    var newIt: (kind: Kind, item: Item)?
    /// What the command would do, if it is not rehearsed.
    var outline: [TerminalText] = []
    var mistake: Mistake?
    /// Whether the result depends on an answer from outside.
    var isOpen = false

    /// The exit status of a script with this command; nil if it depends on an answer from outside.
    var exitStatus: Int? { mistake != nil ? 1 : isOpen ? nil : 0 }
}
