/// One verb of the language: all that the parser, the help and the completion know of it.
package final class Verb: Sendable {
    /// The groups in which help lists the verbs.
    package enum Group: String, Sendable, CaseIterable {
        case collect, look, library, history, shell
    }

    /// What may stand behind the verb, for completion.
    package enum Parameter: Sendable {
        case kind, title, reference, references, assignments, conditions
        case fieldName(String)
        case fieldNames(String)
        case state(String)
        case named(String)
        case words([String])
        case verb, file, setting, month, snapshot
    }

    /// A command and what it prints, in the sample library that `SampleLibrary` makes.
    package struct Example: Sendable {
        package let command: String
        package let output: String

        package init(_ command: String, _ output: String) {
            self.command = command
            self.output = output
        }
    }

    package let name: String
    package let group: Group
    /// What can be typed, a line for each form.
    package let synopsis: [String]
    /// One line.
    package let summary: String
    /// What the summary cannot say.
    package let details: String
    package let parameters: [Parameter]
    package let options: [String]
    /// Whether what stands behind the verb is kept as it was typed, options too.
    let takesSource: Bool
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
