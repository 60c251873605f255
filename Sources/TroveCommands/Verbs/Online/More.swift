import TroveLanguage

/// Shows the next results of the last search.
struct More: ShellCommand {
    static let name = "more"
    static let effect = Effect.independent
    static let syntax = Syntax<More>(
        .online, "show the next results of the last search",
        examples: [
            .init(
                "search earthsea by:title",
                """
                #   title                 by                 year  pages
                r1  A Wizard of Earthsea  Ursula K. Le Guin  1968    183
                r2  Tales from Earthsea   Ursula K. Le Guin  2001    314
                from Open Library
                """),
            .init("more", "No more results (2 in all)."),
        ])

    var isRehearsable: Bool { true }

    func run(in context: any CommandContext) throws -> Reply {
        guard let found = context.session.found else { throw CommandFailure(.noSearch) }
        return try context.showNext(of: found)
    }
}
