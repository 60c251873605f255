import TroveLanguage
import TroveModel
import TroveTerminal

/// Shows the verbs, or explains a verb, a kind, a part of commands, the keys or the prompt.
struct Help: ShellCommand {
    /// A verb, a kind, or one of `pages`; nil shows all verbs.
    var topic: Spanned<String>?

    static let name = "help"
    static let effect = Effect.independent
    static let syntax = Syntax<Help>(
        .shell, "list the commands, or explain one",
        details: """
            `help keys` lists the keys for editing a line; `help prompt` explains the prompt; \
            `help conditions`, `help references` and `help dates` explain parts of commands; \
            `help output` describes the formats of output, and `help lessons` that of lessons. \
            `help book` shows the fields of books.
            """,
        arguments: [
            .optionalText("VERB", \.topic, [.verb, .words(pages.map(\.topic))])
        ],
        examples: [
            .init(
                "help quit",
                """
                quit
                  leave the shell; everything is saved

                Examples
                  echo done
                    done
                  quit
                """),
            .init(
                "help redo",
                """
                redo
                  redo the last undone change

                Examples
                  undo
                    Undone: added movie 4: Alien
                  redo
                    Redone: added movie 4: Alien
                """),
        ])

    /// The pages about the shell and its language, for a terminal with this number of columns; nil
    /// for a script.
    private static let pages: [(topic: String, text: @Sendable (Int?) -> TerminalText)] = [
        ("keys", { HelpText.keys(columns: $0) }), ("prompt", { HelpText.prompt(columns: $0) }),
        ("conditions", { _ in HelpText.conditions }), ("references", { _ in HelpText.references }),
        ("dates", { _ in HelpText.dates }), ("output", { HelpText.output(columns: $0) }),
        ("lessons", { _ in HelpText.lessons }),
    ]

    var isRehearsable: Bool { true }

    func run(in context: any CommandContext) throws -> Reply {
        let vocabulary = CommandTable.vocabulary
        guard let typed = topic else { return .text(HelpText.overview(of: vocabulary)) }
        let topic = Spanned(typed.value.lowercased(), typed.span)
        if let verb = vocabulary.verb(named: topic.value) {
            return .text(HelpText.page(of: verb, width: context.width))
        }
        if let page = Self.pages.first(where: { $0.topic == topic.value }) {
            return .text(page.text(context.width))
        }
        let kinds = context.kinds
        if let kind = kinds.index(of: topic.value) {
            return .text(HelpText.page(of: kinds[kind]))
        }
        if let command = context.session.aliases[topic.value] {
            return .text(Message.standsFor(alias: topic.value, command))
        }
        // A form of a verb is on the verb's page: `help kind add-field`.
        let first = topic.value.split(separator: " ").first.map(String.init)
        if let verb = first.flatMap(vocabulary.verb(named:)) {
            return .text(HelpText.page(of: verb, width: context.width))
        }
        if let page = HelpText.page(ofField: topic.value, in: kinds) { return .text(page) }
        let names = vocabulary.names + kinds.all.map(\.name) + Self.pages.map(\.topic)
        let nearest =
            vocabulary.habit(topic.value).map { [$0] }
            ?? Nearest.names(to: topic.value, among: names)
        throw CommandFailure(.noSuchHelp(typed.value, nearest: nearest), at: typed.span)
    }
}
