import TroveLanguage
import TroveTerminal

/// Prints a text.
struct Echo: ShellCommand {
    var text: Spanned<String>?

    static let name = "echo"
    static let effect = Effect.independent
    static let syntax = Syntax<Echo>(
        .shell, "print text",
        arguments: [.optionalText("TEXT", \.text)], takesProse: true,
        examples: [
            .init("echo My books:", "My books:"),
            .init(#"echo "two\nlines""#, "two\nlines"),
        ])

    var isRepeatable: Bool { true }

    var isRehearsable: Bool { true }

    func run(in context: any CommandContext) throws -> Reply {
        .text(TerminalText(lines: text?.value ?? ""))
    }
}
