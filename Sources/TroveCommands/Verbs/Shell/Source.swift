import TroveLanguage

/// Runs the commands of a file.
struct Source: ShellCommand {
    var path = Spanned<String>.unread

    static let name = "source"
    static let effect = Effect.independent
    static let syntax = Syntax<Source>(
        .shell, "run the commands of a file",
        details: "Errors name the file and the line. A script can source other scripts.",
        arguments: [.text("FILE", \.path, [.file], missing: .file)],
        examples: [
            .init("source /dev/null", ""),
            .init("source missing.trove", "error: missing.trove: no such file"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        // A failure in the file must not revert earlier commands, and opening it may block.
        try context.commit()
        return .script(path)
    }

    func rehearse(in context: any CommandContext) -> Reply { .script(path) }
}
