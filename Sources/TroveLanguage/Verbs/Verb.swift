package import TroveModel

/// One verb of the language: all that the parser, the help and the completion know of it.
package final class Verb: Sendable {
    /// The groups in which help lists the verbs.
    package enum Group: String, Sendable, CaseIterable {
        case collect, look, library, history, online, sync, shell
    }

    /// What may stand behind the verb, for completion. The payloads are the words that are typed.
    package enum Parameter: Sendable {
        case kind, title, reference, references, assignments, conditions
        /// `sort:`, whose value is a field.
        case fieldName(String)
        /// `columns:`, whose value is fields with commas between them.
        case fieldNames(String)
        /// `to:`, whose value is a state of a ladder.
        case state(String)
        /// A word such as `limit:`, whose value cannot be completed; perhaps only where the first
        /// word behind the verb is a certain one.
        case named(String, behind: String? = nil)
        /// A word such as `file:`, whose value is a file, in this place behind the verb or later.
        case fileNamed(String, from: Int)
        /// A word such as `by:`, whose value is one of these.
        case choice(String, [String])
        /// One of these words, in this place behind the verb, from 1.
        case words([String], at: Int = 1)
        /// A word such as `on:`, whose value is one that some field of this role has.
        case known(String, Field.Role)
        /// What can be done to things, behind a kind.
        case operation
        case verb, file, setting, month, snapshot
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

    /// What is typed, in lower case.
    package let name: String
    /// Where help lists it.
    package let group: Group
    /// What can be typed, a line for each form.
    package let synopsis: [String]
    /// One line, for help and completion.
    package let summary: String
    /// What the summary cannot say; may be empty.
    package let details: String
    /// In the order in which completion offers them.
    package let parameters: [Parameter]
    /// What may stand anywhere behind the verb: `--yes`.
    package let options: [String]
    /// Whether what stands behind the verb is kept as it was typed, options too.
    let takesSource: Bool
    /// Whether people may type a password behind the verb, which never takes one: of a line that
    /// it cannot read nothing is told.
    let guardsPassword: Bool
    /// Two at least, for help.
    package let examples: [Example]
    let parse: @Sendable (inout ArgumentReader) throws(LanguageError) -> Command

    init(
        _ name: String, _ group: Group, _ synopsis: [String], _ summary: String,
        details: String = "", parameters: [Parameter] = [], options: [String] = [],
        takesSource: Bool = false, guardsPassword: Bool = false, examples: [Example],
        parse: @escaping @Sendable (inout ArgumentReader) throws(LanguageError) -> Command
    ) {
        self.name = name
        self.group = group
        self.synopsis = synopsis
        self.summary = summary
        self.details = details
        self.parameters = parameters
        self.options = options
        self.takesSource = takesSource
        self.guardsPassword = guardsPassword
        self.examples = examples
        self.parse = parse
    }
}
