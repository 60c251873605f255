import TroveLanguage

/// Lists the lessons of the tutorial, starts one, or checks lessons.
struct TakeTutorial: ShellCommand {
    /// The number, the name or the file of a lesson; with `--check`, files. Empty lists the
    /// lessons.
    var lessons: [Spanned<String>] = []
    var isCheck = false

    static let name = "tutorial"
    static let effect = Effect.independent
    static let syntax = Syntax<TakeTutorial>(
        .shell, "learn Trove step by step, in a sandbox",
        details: """
            `tutorial` lists the lessons, and `tutorial N` starts one. A lesson happens in a \
            sandbox, which has its own library and is deleted at the end; your library is not \
            touched. Every command works there. A step is done when the sandbox is in the right \
            state, whatever you typed. `hint` helps with the next step, `why` explains it, `skip` \
            leaves it out, and `quit` ends the lesson. --check tests lessons that you have \
            written: `help lessons` describes the format.
            """,
        arguments: [lessonsArgument, .option("--check", \.isCheck)],
        examples: [
            .init("tutorial 4", "error: tutorial needs a terminal"),
            .init(
                "tutorial --check missing.trove",
                "error: missing.trove: no such file"),
        ])

    private static let lessonsArgument = Argument<TakeTutorial>(
        "[N|FILE…]", [.tutorial]
    ) { (reader, command) throws(LanguageError) in
        command.lessons = reader.takeAll().map { Spanned($0.text, $0.span) }
        guard !command.lessons.isEmpty || !reader.has("--check") else {
            throw reader.missing(.file)
        }
    }

    func run(in context: any CommandContext) throws -> Reply {
        guard !isCheck else {
            try context.commit()
            return .tutorial(.check(lessons))
        }
        guard let lesson = lessons.first else { return .tutorial(.list) }
        guard lessons.count == 1 else {
            throw LanguageError(
                .unexpected(lessons[1].value, verb: Self.name), at: lessons[1].span)
        }
        guard context.user != nil else { throw CommandFailure(.needsTerminal(Self.name)) }
        return .tutorial(.start(lesson))
    }
}
