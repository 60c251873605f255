import TroveLanguage
import TroveTerminal

/// Shows the commands that the user typed.
struct History: ShellCommand {
    static let name = "history"
    static let effect = Effect.independent
    static let syntax = Syntax<History>(
        .shell, "show the commands you typed",
        details: """
            Later shells keep the history, without repeated lines. A line that begins with a \
            space, contains the word password, or seems to contain a password is not kept.
            """,
        examples: [
            .init("history", "No commands were typed: this is a script.")
        ])

    var isRehearsable: Bool { true }

    func run(in context: any CommandContext) throws -> Reply {
        guard let user = context.user else { return .text(Message.noHistoryInScripts) }
        return .text(TerminalText(lines: user.typedCommands.joined(separator: "\n")))
    }
}
