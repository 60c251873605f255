/// One verb of the language: all that the parser, the help and the completion know of it.
package final class Verb: Sendable {
    /// The groups in which help lists the verbs.
    package enum Group: String, Sendable, CaseIterable {
        case collect, look, library, history, shell
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
        /// A word such as `limit:`, whose value cannot be completed.
        case named(String)
        /// One of these words.
        case words([String])
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
    /// Two at least, for help.
    package let examples: [Example]
    let parse: @Sendable (inout ArgumentReader) throws(LanguageError) -> Command

    init(
        _ name: String, _ group: Group, _ synopsis: [String], _ summary: String,
        details: String = "", parameters: [Parameter] = [], options: [String] = [],
        takesSource: Bool = false, examples: [Example],
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
        self.examples = examples
        self.parse = parse
    }
}
