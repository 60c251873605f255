import TroveModel

/// A verb's data for parsing, help and completion, independent of its command's type.
///
/// It is derived from the verb's `Syntax`.
package final class Verb: Sendable {
    /// The groups of verbs in help.
    package enum Group: String, Sendable, CaseIterable {
        case collect, look, library, history, online, sync, shell
    }

    /// A command and its output. The examples of a verb run in order, on the sample library of the
    /// test that runs them.
    package struct Example: Sendable {
        /// The command as typed.
        package let command: String
        /// The output without its last line end; `error: …` for a command that fails, empty for no
        /// output.
        package let output: String

        /// Creates an example from a command and its output.
        package init(_ command: String, _ output: String) {
            self.command = command
            self.output = output
        }
    }

    /// The name that the user types, in lower case.
    package let name: String
    /// The verb's group in help.
    package let group: Group
    /// The synopsis, one line per form.
    package var synopsis: [String] { makeSynopsis() }
    /// Most runs of the program never show the synopsis.
    private let makeSynopsis: @Sendable () -> [String]
    /// The summary for help and completion, one line.
    package let summary: String
    /// What the summary leaves out; may be empty.
    package let details: String
    /// The name of the only kind that the verb is about; nil for all.
    let kind: String?
    /// Whether the verb applies to the items of a kind, so that completion offers them; nil for a
    /// verb that applies to all.
    let appliesTo: (@Sendable (Kind) -> Bool)?
    /// The slots after the verb, by form, in the order of completion.
    package let slots: [[Slot]]
    /// The options that may be anywhere after the verb: `--yes`.
    package let options: [String]
    /// Whether the text after the verb is kept as typed, including options.
    let takesSource: Bool
    /// Whether the text after the verb may be prose, where a semicolon does not begin a command.
    let takesProse: Bool
    /// Whether users may type a password after the verb, although it never takes one: errors about
    /// a line with this verb never quote the line.
    let guardsPassword: Bool
    /// Two or more examples for help.
    package let examples: [Example]

    /// The names of the values that the verb takes as `name:value`.
    package var ownNames: [String] {
        slots.joined().compactMap { slot -> String? in
            guard case .named(let name, _) = slot.content else { return nil }
            return name
        }
    }

    init(
        _ name: String, _ group: Group, _ summary: String, details: String, kind: String?,
        appliesTo: (@Sendable (Kind) -> Bool)?, slots: [[Slot]], options: [String],
        takesSource: Bool, takesProse: Bool,
        guardsPassword: Bool,
        examples: [Example],
        synopsis: @escaping @Sendable () -> [String]
    ) {
        self.name = name
        self.group = group
        makeSynopsis = synopsis
        self.summary = summary
        self.details = details
        self.kind = kind
        self.appliesTo = appliesTo
        self.slots = slots
        self.options = options
        self.takesSource = takesSource
        self.takesProse = takesProse
        self.guardsPassword = guardsPassword
        self.examples = examples
    }
}
