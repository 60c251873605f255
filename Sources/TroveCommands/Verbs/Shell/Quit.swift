import TroveLanguage

/// Leaves the shell.
struct Quit: ShellCommand {
    static let name = "quit"
    static let effect = Effect.independent
    static let syntax = Syntax<Quit>(
        .shell, "leave the shell; everything is saved",
        examples: [
            .init("echo done", "done"),
            .init("quit", ""),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        .quit
    }
}
