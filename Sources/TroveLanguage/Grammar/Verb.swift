/// What the parser, the help and the completion know of a verb, whatever its command does.
///
/// It is derived from the verb's `Syntax`.
package final class Verb: Sendable {
    /// The groups in which help lists the verbs.
    package enum Group: String, Sendable, CaseIterable {
        case collect, look, library, history, online, sync, shell
    }

    /// A command and what it prints. The examples of a verb run one after the other, in the sample
    /// library of the test that runs them.
    package struct Example: Sendable {
        /// As it is typed.
        package let command: String
        /// Without the last line end; `error: …` for a command that fails, empty where nothing is
        /// shown.
        package let output: String

        package init(_ command: String, _ output: String) {
            self.command = command
            self.output = output
        }
    }

    /// What the user types, in lower case.
    package let name: String
    /// Where help lists it.
    package let group: Group
    /// What can be typed, a line for each form.
    package let synopsis: [String]
    /// One line, for help and completion.
    package let summary: String
    /// What the summary cannot say; may be empty.
    package let details: String
    /// What can stand behind the verb, by form, in the order in which completion offers it.
    package let slots: [[Slot]]
    /// What may stand anywhere behind the verb: `--yes`.
    package let options: [String]
    /// Whether the text behind the verb is kept as it was typed, options too.
    let takesSource: Bool
    /// Whether users may type a password behind the verb, which never takes one: no error about a line
    /// of this verb repeats what was typed.
    let guardsPassword: Bool
    /// Two at least, for help.
    package let examples: [Example]

    init(
        _ name: String, _ group: Group, _ summary: String, details: String, synopsis: [String],
        slots: [[Slot]], options: [String], takesSource: Bool, guardsPassword: Bool,
        examples: [Example]
    ) {
        self.name = name
        self.group = group
        self.synopsis = synopsis
        self.summary = summary
        self.details = details
        self.slots = slots
        self.options = options
        self.takesSource = takesSource
        self.guardsPassword = guardsPassword
        self.examples = examples
    }
}
