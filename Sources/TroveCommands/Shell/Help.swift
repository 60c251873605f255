import TroveLanguage
import TroveModel

/// Shows the verbs, or explains a verb or a kind.
struct Help: ShellCommand {
    /// A verb or a kind; nil shows all verbs.
    var topic: Spanned<String>?

    static let name = "help"
    static let effect = Effect.independent
    static let syntax = Syntax<Help>(
        .shell, "list the commands, or explain one",
        arguments: [.optionalText("VERB", \.topic, [.verb])],
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

    func run(in context: any CommandContext) throws -> Reply {
        let vocabulary = CommandTable.vocabulary
        guard let topic else { return .text(HelpText.overview(of: vocabulary)) }
        if let verb = vocabulary.verb(named: topic.value) {
            return .text(HelpText.page(of: verb, width: context.width))
        }
        let kinds = context.kinds
        if let kind = kinds.index(of: topic.value) {
            return .text(HelpText.page(of: kinds[kind]))
        }
        var nearest = Nearest.names(
            to: topic.value, among: vocabulary.names + kinds.all.map(\.name))
        if let habit = vocabulary.habits[topic.value] { nearest.insert(habit, at: 0) }
        throw CommandFailure(.noSuchHelp(topic.value, nearest: nearest), at: topic.span)
    }
}
